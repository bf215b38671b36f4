/**
 * How systems draw a web push message: where they cut its texts, and what they leave out. Lengths are
 * those that senders have measured on usual screens. A smaller screen or a larger font cuts earlier,
 * so screens call them "about". Sources:
 *
 * - Windows: https://doc.batch.com/guides-and-best-practices/message/push-notifications/what-is-the-optimal-length-for-every-web-push-notification
 * - Android and macOS: https://getfirepush.com/help/web-push-notifications/push-character-limits
 * - iPhone and iPad: https://onesignal.com/blog/push-notification-design-anatomy/
 * - No image on macOS, buttons behind a pointer: https://developer.chrome.com/blog/native-mac-os-notifications
 * - No image and no buttons in Safari and Firefox, and iOS only from the home screen:
 *   https://github.com/mdn/browser-compat-data/blob/main/api/Notification.json
 */

export const pushPlatforms = ['android', 'windows', 'macos', 'ios'] as const
export type PushPlatform = (typeof pushPlatforms)[number]

type PlatformFacts = {
  name: string
  /** Browsers that draw it this way. */
  browsers: string
  /** Characters, as a reader counts them. */
  titleLength: number
  bodyLength: number
  /** The same with an image, where that takes the text's room. */
  bodyLengthWithImage: number
  hasImage: boolean
  hasButtons: boolean
  /** True for every message. */
  note: string
}

export const platformFacts: Readonly<Record<PushPlatform, PlatformFacts>> = {
  android: {
    name: 'Android',
    browsers: 'Chrome, Edge, Opera and Samsung Internet',
    titleLength: 40,
    bodyLength: 100,
    bodyLengthWithImage: 50,
    hasImage: true,
    hasButtons: true,
    note: 'Shown opened. Until then it’s one line, without image and buttons. Firefox never shows them.',
  },
  windows: {
    name: 'Windows',
    browsers: 'Chrome, Edge and Opera',
    titleLength: 70,
    bodyLength: 140,
    bodyLengthWithImage: 140,
    hasImage: true,
    hasButtons: true,
    note: 'Firefox shows the texts without image and buttons.',
  },
  macos: {
    name: 'macOS',
    browsers: 'Chrome, Edge and Firefox',
    titleLength: 35,
    bodyLength: 80,
    bodyLengthWithImage: 80,
    hasImage: false,
    hasButtons: false,
    note: 'Chrome and Edge show the buttons once the pointer is on the message. Safari has none.',
  },
  ios: {
    name: 'iPhone and iPad',
    browsers: 'Sites on the home screen',
    titleLength: 30,
    bodyLength: 120,
    bodyLengthWithImage: 120,
    hasImage: false,
    hasButtons: false,
    note: 'Only for visitors who added your site to their home screen, with iOS 16.4 or later.',
  },
}

type PushTexts = { title: string; body: string; hasImage: boolean }

type DrawnPush = {
  title: string
  body: string
  hasImage: boolean
  /** Sentences about this message: cut texts and left-out parts. */
  losses: string[]
}

/** The message as one platform draws it. */
export function drawPush(platform: PushPlatform, texts: PushTexts): DrawnPush {
  const facts = platformFacts[platform]
  const hasImage = texts.hasImage && facts.hasImage
  const bodyLength = hasImage ? facts.bodyLengthWithImage : facts.bodyLength
  const title = cutText(texts.title, facts.titleLength)
  const body = cutText(texts.body, bodyLength)
  return {
    title,
    body,
    hasImage,
    losses: [
      ...(title === texts.title ? [] : [cutSentence('title', facts.titleLength)]),
      ...(body === texts.body ? [] : [cutSentence('text', bodyLength)]),
      ...(texts.hasImage && !hasImage ? ['The image isn’t shown.'] : []),
    ],
  }
}

const cutSentence = (part: string, length: number) =>
  `The ${part} is cut after about ${String(length)} characters.`

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Never cuts inside an emoji or a letter with its marks. */
function cutText(text: string, length: number): string {
  const characters = [...segmenter.segment(text)]
  if (characters.length <= length) return text
  const kept = characters.slice(0, length - 1).map(({ segment }) => segment)
  return `${kept.join('').trimEnd()}…`
}
