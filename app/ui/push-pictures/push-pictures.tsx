/** A push message as Android, Windows, macOS and iOS draw it, and what each of them leaves out. */
import type { ImageSource } from '#app/domain/images/image-url.ts'
import { Image } from '../image.tsx'
import { drawPush, platformFacts, pushPlatforms, type PushPlatform } from './platforms.ts'

type PicturedMessage = {
  title: string
  body: string
  /** Null: there is none. The saved one; one that was just typed is drawn as an empty picture. */
  image: ImageSource | 'unsaved' | null
}

type PushPicturesProps = {
  message: PicturedMessage
  /** Host of the site. */
  host: string
  siteName: string
  /** Labels of the buttons under the message. */
  buttons: readonly string[]
}

export const PushPictures = (props: PushPicturesProps) => (
  <ul className="push-pictures plain-list" aria-label="The message on each system">
    {pushPlatforms.map((platform) => (
      <li key={platform} className="min-w-0">
        <PlatformPicture platform={platform} {...props} />
      </li>
    ))}
  </ul>
)

function PlatformPicture(props: PushPicturesProps & { platform: PushPlatform }) {
  const { platform, message, host, siteName, buttons } = props
  const { name, browsers, hasButtons, note } = platformFacts[platform]
  const drawn = drawPush(platform, { ...message, hasImage: message.image !== null })
  return (
    <figure className="m-0 stack gap-8">
      <figcaption>
        <strong>{name}</strong> <span className="muted small">{browsers}</span>
      </figcaption>
      <div className={`push-picture__card push-picture__card--${platform}`}>
        <p className="push-picture__source row gap-6">
          <span className="push-picture__dot" aria-hidden />
          {sourceOf(platform, { host, siteName })}
        </p>
        <div className="push-picture__words">
          {/* Each text in its own direction, as the systems draw it. */}
          <p className="strong" dir="auto">
            {drawn.title || 'Title'}
          </p>
          <p dir="auto">{drawn.body || 'Text'}</p>
        </div>
        <span className="push-picture__icon" aria-hidden>
          {initialOf(siteName)}
        </span>
        {drawn.hasImage && <Picture image={message.image} />}
        {hasButtons && (
          <p className="push-picture__buttons row gap-20 strong all-columns">
            {buttons.map((label) => (
              <span key={label}>{label}</span>
            ))}
          </p>
        )}
      </div>
      <ul className="bullets muted small prose">
        {[...drawn.losses, note].map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </figure>
  )
}

const Picture = ({ image }: Pick<PicturedMessage, 'image'>) =>
  image === null || image === 'unsaved' ? (
    <span className="push-picture__image push-picture__image--empty">Image</span>
  ) : (
    <Image
      source={image}
      width={256}
      alt="The message’s image"
      className="push-picture__image"
      instead={<span className="push-picture__image push-picture__image--empty">Image</span>}
    />
  )

/** On a home screen the site is an app with its name; browsers show the host. */
const sourceOf = (
  platform: PushPlatform,
  { host, siteName }: Pick<PushPicturesProps, 'host' | 'siteName'>,
) =>
  ({
    android: `Chrome · ${host}`,
    windows: `${host} · via Google Chrome`,
    macos: host,
    ios: `from ${siteName}`,
  })[platform]

const initialOf = (name: string) =>
  String.fromCodePoint(name.trim().codePointAt(0) ?? 0x20).toUpperCase()
