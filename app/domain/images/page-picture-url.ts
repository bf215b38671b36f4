/** Public URLs of the pictures that we drew for nudges. The public edge serves them. */

export const pagePicturePath = (siteUuid: string, name: string): string =>
  `/api/pixel/${siteUuid}/pictures/${name}.webp`

/** The site's uuid and the picture's name. */
export const pagePicturePattern =
  /^\/api\/pixel\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/pictures\/([\w-]{22})\.webp$/

/** Whether an image is one of these, by its path: our own screens have no more. */
export const isPagePicture = (image: string | undefined): boolean =>
  image !== undefined && pagePicturePattern.test(image)
