/** Pictures through /api/image, sharp on dense screens: densities 1 and 2 (specification section 9). */
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
  /** Absent: as high as its proportions make it. */
  height?: number
  /** Empty where the text beside it says the same. */
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
  /** Null: the name's first letter stands in. */
  source: ImageSource | null
  /** Of the person or the organization; it is said beside the picture, so this reads nothing out. */
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
