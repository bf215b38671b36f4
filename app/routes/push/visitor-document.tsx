/** The page with a subscriber's preferences, as HTML without scripts. */
import type { NudgeLanguage } from '#app/contract/site-options.ts'
import type { PushKind } from '#app/contract/push.ts'
import type { ManagePage } from '#app/domain/push/manage-page.server.ts'
import { pushWordsOf } from '#app/domain/wording/push-words/push-words-of.ts'
import { wordsOf } from '#app/domain/wording/words-of.ts'
import { formatDayOf } from '#app/ui/format/format-time.ts'
import style from './visitor-page.css?raw'

/** For the policy, which allows no other style. */
export const visitorStyle = style

/** Names of the forms' fields. */
export const visitorFields = { do: 'do', kind: 'kind' } as const

type FrameProps = { language: NudgeLanguage; title: string; children: React.ReactNode }

function Frame({ language, title, children }: FrameProps) {
  return (
    <html lang={language} dir={wordsOf(language).texts.direction}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{title}</title>
        <style dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body>
        <main>{children}</main>
      </body>
    </html>
  )
}

/** @param isSaved a change was just stored */
export function PreferencesDocument({ page, isSaved }: { page: ManagePage; isSaved: boolean }) {
  const { site, kinds, consent, message } = page
  const { language } = site
  const { page: words, kinds: names } = pushWordsOf(language)
  const title = words.title.replace('{shop}', () => site.name)
  const on = kinds.filter(({ isOn }) => isOn)

  return (
    <Frame language={language} title={title}>
      <h1>{title}</h1>
      {isSaved ? <p role="status">{words.saved}</p> : null}
      <form method="post">
        <input type="hidden" name={visitorFields.do} value="save" />
        {on.map(({ kind, requests }) => (
          <Kind key={kind} kind={kind} name={names[kind]} requests={requests} />
        ))}
        <p className="note">{words.turnOn}</p>
        <button className="main">{words.save}</button>
      </form>
      <form method="post">
        <input type="hidden" name={visitorFields.do} value="stop" />
        <button>{words.stopAll}</button>
      </form>
      <h2>{words.why}</h2>
      {message === null ? null : (
        <>
          <blockquote>
            <strong>{message.title}</strong>
            {`\n${message.body}`}
          </blockquote>
          <p className="note">
            <Moment at={message.sentAt} />
          </p>
          <ul>
            {message.why.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </>
      )}
      <p>
        {words.agreed.replace('{date}', () => formatDayOf(consent.at, wordsOf(language).locale))}
      </p>
      <blockquote>{consent.words}</blockquote>
      <p>
        <a href={site.url} rel="noreferrer">
          {site.name}
        </a>
      </p>
    </Frame>
  )
}

type KindProps = { kind: PushKind; name: string; requests: { name: string | null }[] }

function Kind({ kind, name, requests }: KindProps) {
  const products = requests.flatMap((request) => request.name ?? [])
  return (
    <>
      <label>
        <input type="checkbox" name={visitorFields.kind} value={kind} defaultChecked />
        {name}
      </label>
      {products.length === 0 ? null : (
        <ul className="note">
          {products.map((product) => (
            <li key={product}>{product}</li>
          ))}
        </ul>
      )}
    </>
  )
}

/** After unsubscribing: the link leads nowhere from now on. */
export function StoppedDocument({ site: { language, name, url } }: Pick<ManagePage, 'site'>) {
  const { page: words } = pushWordsOf(language)
  return (
    <Frame language={language} title={words.stopped}>
      <h1>{words.stopped}</h1>
      <p>
        <a href={url} rel="noreferrer">
          {name}
        </a>
      </p>
    </Frame>
  )
}

export function ExpiredDocument({ language }: { language: NudgeLanguage }) {
  const { page: words } = pushWordsOf(language)
  return (
    <Frame language={language} title={words.expired}>
      <h1>{words.expired}</h1>
    </Frame>
  )
}

const Moment = ({ at }: { at: Date }) => (
  <time
    dateTime={at.toISOString()}
  >{`${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`}</time>
)
