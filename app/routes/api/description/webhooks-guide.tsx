/** The part of the documentation about webhooks that a site sends: what they hold, and whose they are. */
import { webhookExamples } from '../hooks/openapi-hook-examples.ts'
import { signedExample, verificationCode } from '../hooks/verification.ts'

const { secret, headers, body } = signedExample

const headerLines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)

export function WebhooksGuide() {
  return (
    <>
      <p>
        A subscription gets the events that it picked, each as a POST with a JSON body. Verify the
        signature before you trust one: it covers the body byte for byte. This code for Node
        verifies the message below with the secret <code>{secret}</code>.
      </p>
      <pre>{verificationCode}</pre>
      <pre>{`${headerLines.join('\n')}\n\n${body}`}</pre>
      {webhookExamples.map((example) => (
        <details key={example.type}>
          <summary>{example.type}</summary>
          <pre>{JSON.stringify(example, null, 2)}</pre>
        </details>
      ))}
    </>
  )
}
