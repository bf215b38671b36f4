/** Renders one text as plain text and as HTML. */
import { renderToStaticMarkup } from 'react-dom/server'
import { productName } from '#app/lib/product.ts'

export type EmailContent = {
  /** ASCII only, because the outbox reads the header without decoding it. */
  subject: string
  /** Plain text, one or more sentences each. */
  paragraphs: readonly string[]
  /** The main action, on our host. */
  action: { label: string; address: string }
  /** Why the recipient got it. */
  footer: string
  /** Link to the email settings; absent for emails that can't be turned off. */
  choices?: string
}

export type RenderedEmail = { subject: string; text: string; html: string }

export const renderEmail = (letter: EmailContent): RenderedEmail => ({
  subject: letter.subject,
  text: textOf(letter),
  html: `<!doctype html>${renderToStaticMarkup(<Page {...letter} />)}`,
})

const choicesLabel = 'Manage email preferences'

const textOf = ({ paragraphs, action, footer, choices }: EmailContent): string => {
  const end = choices === undefined ? '' : `${choicesLabel}:\n${choices}\n`
  return [
    ...paragraphs,
    `${action.label}:\n${action.address}`,
    `-- \n${productName}. ${footer}\n${end}`,
  ].join('\n\n')
}

const styles = {
  body: { margin: 0, padding: '24px', background: '#f6f6f4' },
  sheet: {
    maxWidth: '560px',
    margin: '0 auto',
    padding: '24px',
    background: '#ffffff',
    color: '#1f2421',
    font: '16px/1.5 system-ui, sans-serif',
  },
  action: {
    display: 'inline-block',
    padding: '10px 16px',
    borderRadius: '6px',
    background: '#1d6b45',
    color: '#ffffff',
    textDecoration: 'none',
  },
  footer: { color: '#5c635f', fontSize: '13px' },
  choices: { color: 'inherit' },
  /** Keeps line breaks in text that a person wrote. */
  paragraph: { whiteSpace: 'pre-line' as const },
}

function Page({ subject, paragraphs, action, footer, choices }: EmailContent) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>{subject}</title>
      </head>
      <body style={styles.body}>
        <div style={styles.sheet}>
          {paragraphs.map((paragraph) => (
            <p key={paragraph} style={styles.paragraph}>
              {paragraph}
            </p>
          ))}
          <p>
            <a href={action.address} style={styles.action}>
              {action.label}
            </a>
          </p>
          <p style={styles.footer}>
            {productName}. {footer}
            {choices !== undefined && (
              <>
                {' '}
                <a href={choices} style={styles.choices}>
                  {choicesLabel}
                </a>
              </>
            )}
          </p>
        </div>
      </body>
    </html>
  )
}
