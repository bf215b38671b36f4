/** Images from /api/image, also in double resolution for high-density screens. */
import { useCallback, useState, type ReactNode } from 'react'
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
  /** Shown when it can't be loaded: browsers then draw a broken image. Absent: the text `alt`. */
  instead?: ReactNode
}

export function Image({ source, width, height, alt, className, instead }: ImageProps) {
  const [failed, setFailed] = useState<ImageSource | null>(null)
  // One that failed before this script ran reports nothing any more.
  const check = useCallback(
    (image: HTMLImageElement | null) => {
      if (image?.complete && image.naturalWidth === 0) setFailed(source)
    },
    [source],
  )
  if (failed === source && instead !== undefined) return instead
  return (
    <img
      ref={check}
      onError={() => {
        setFailed(source)
      }}
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
  const letter = (
    <span className={`${className} avatar--letter`} aria-hidden>
      {initialOf(name)}
    </span>
  )
  if (source === null) return letter
  const image = { source, width: size, height: size, alt: '', className }
  return <Image {...image} instead={letter} />
}

const initialOf = (name: string) => String.fromCodePoint(name.codePointAt(0) ?? 0x20).toUpperCase()
