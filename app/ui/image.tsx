/** Images from /api/image, also in double resolution for high-density screens. */
import {
  imageSrcset,
  imageUrl,
  type ImageSource,
  type ImageWidth,
} from '#app/domain/images/image-url.ts'

type ImageProps = {
  source: ImageSource
  /** CSS pixels. */
  width: ImageWidth
  /** Absent: proportional. */
  height?: number
  /** Empty when the text next to it says the same. */
  alt: string
  className?: string
}

export function Image({ source, width, height, alt, className }: ImageProps) {
  return (
    <img
      src={imageUrl(source, width, 1)}
      srcSet={imageSrcset(source, width)}
      width={width}
      {...(height === undefined ? {} : { height })}
      alt={alt}
      className={className}
      decoding="async"
    />
  )
}

type AvatarProps = {
  /** Null: shows the name's first letter. */
  source: ImageSource | null
  /**
   * Name of the person or organization. It appears next to the image, so the image itself is
   * decorative.
   */
  name: string
  size: ImageWidth
}

export function Avatar({ source, name, size }: AvatarProps) {
  const className = `avatar avatar--${String(size)}`
  if (source === null) {
    return (
      <span className={`${className} avatar--letter`} aria-hidden>
        {initialOf(name)}
      </span>
    )
  }
  return <Image source={source} width={size} height={size} alt="" className={className} />
}

const initialOf = (name: string) => String.fromCodePoint(name.codePointAt(0) ?? 0x20).toUpperCase()
