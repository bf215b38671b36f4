/** Names of columns and elements. Safe in the browser, where columns of a file are chosen. */

/** "g:image_link", "image link" and "Image_Link" are the same name. */
export const fieldName = (given: string): string =>
  given
    .trim()
    .toLowerCase()
    .replace(/^.*:/, '')
    .replaceAll(/[\s-]+/g, '_')
