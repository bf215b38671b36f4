/** The documentation of the REST API: one page without scripts, rendered from its description. */
import { Fragment, type ReactNode } from 'react'
import { abilities, abilityLabels } from '#app/domain/tokens/token.ts'
import { apiLimit, organizationApiLimit } from '#app/domain/accounts/login/api-limit.ts'
import { maxPageSize } from '#app/contract/activities.ts'
import { productName } from '#app/lib/product.ts'
import { LogoMark } from '#app/ui/logo.tsx'
import { quote, type Field, type Group, type Operation, type Shown } from './described.ts'
import { purchaseExample } from './openapi-examples.ts'
import { problemExample, problemMeanings } from './openapi-parts.ts'
import { WebhooksGuide } from './webhooks-guide.tsx'

type DocsProps = { appUrl: string; style: string; groups: readonly Group[] }

const guides = [
  ['quick-start', 'Quick start'],
  ['tokens', 'Tokens and abilities'],
  ['errors', 'Errors'],
  ['limits', 'Limits'],
  ['pagination', 'Pagination'],
  ['idempotency', 'Idempotency'],
  ['webhook-events', 'Webhook events'],
] as const

export function DocsPage({ appUrl, style, groups }: DocsProps) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="description" content={`How to use the ${productName} REST API.`} />
        <title>{`REST API – ${productName}`}</title>
        <style dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body>
        <a className="skip" href="#content">
          Skip to content
        </a>
        <Contents groups={groups} />
        <main id="content">
          <h1>REST API</h1>
          <p className="lead">
            Send your shop’s orders, sign-ups, reviews and products, read your data, and set up
            nudges. Bodies are UTF-8 JSON of up to 256 KiB. Fields and parameters that we don’t know
            are refused with 422.
          </p>
          <p>
            Everything below is also available as an{' '}
            <a href="/api/v1/openapi.json">OpenAPI 3.1 document</a>.
          </p>
          <QuickStart appUrl={appUrl} />
          <Tokens />
          <Errors />
          <Limits />
          <Pages appUrl={appUrl} />
          <Idempotency />
          <Guide id="webhook-events">
            <WebhooksGuide />
          </Guide>
          {groups.map((group) => (
            <section key={group.id} aria-labelledby={group.id}>
              <h2 id={group.id}>{group.title}</h2>
              {group.operations.map((operation) => (
                <OperationCard key={operation.id} {...operation} />
              ))}
            </section>
          ))}
          <footer>
            <p>
              <a href="/account/api-tokens">API tokens</a> · <a href="/">{productName}</a>
            </p>
          </footer>
        </main>
      </body>
    </html>
  )
}

function Contents({ groups }: Pick<DocsProps, 'groups'>) {
  return (
    <header className="side">
      <a className="brand" href="/">
        <span aria-hidden>
          <LogoMark />
        </span>
        {productName} REST API
      </a>
      <nav aria-label="Contents">
        <ul>
          {guides.map(([id, title]) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
          {groups.map(({ id, title, operations }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
              <ul>
                {operations.map((one) => (
                  <li key={one.id}>
                    <a href={`#${one.id}`}>{one.summary}</a>
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      </nav>
    </header>
  )
}

function Guide({ id, children }: { id: (typeof guides)[number][0]; children: ReactNode }) {
  const title = guides.find(([name]) => name === id)?.[1]
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

const bearerLine = '-H "Authorization: Bearer $FOOTFALL_TOKEN"'

function QuickStart({ appUrl }: { appUrl: string }) {
  const order = JSON.stringify(purchaseExample, null, 2)
  return (
    <Guide id="quick-start">
      <ol>
        <li>
          Create a token under <a href="/account/api-tokens">API tokens</a> with the abilities{' '}
          <code>sites:read</code> and <code>activities:write</code>. It’s shown once.
        </li>
        <li>
          Get the UUID of your site:
          <pre>{`export FOOTFALL_TOKEN=…\n\ncurl ${quote(`${appUrl}/api/v1/sites`)} \\\n  ${bearerLine}`}</pre>
        </li>
        <li>
          Send an order. Nudges can show it right away:
          <pre>{`curl -X POST ${quote(`${appUrl}/api/v1/sites/SITE_UUID/activities`)} \\\n  ${bearerLine} \\\n  -H "Content-Type: application/json" \\\n  -d ${quote(order)}`}</pre>
        </li>
      </ol>
    </Guide>
  )
}

function Tokens() {
  return (
    <Guide id="tokens">
      <p>
        Send a token with every request, as <code>Authorization: Bearer …</code>. Tokens in the URL
        don’t count. A token belongs to an organization, can be limited to one site, and can never
        do more than the person who created it. Without the required ability, the answer is 403.
      </p>
      <dl>
        {abilities.map((ability) => (
          <div key={ability}>
            <dt>{ability}</dt>
            <dd>{abilityLabels[ability]}</dd>
          </div>
        ))}
      </dl>
    </Guide>
  )
}

function Errors() {
  return (
    <Guide id="errors">
      <p>
        Errors are <code>application/problem+json</code> (RFC 9457). <code>message</code> is a
        sentence you can show, and <code>errors</code> has the messages for each field, by its path.
        Name the <code>request_id</code> when you contact us. Every answer has it as{' '}
        <code>X-Request-Id</code>.
      </p>
      <pre>{JSON.stringify(problemExample(422), null, 2)}</pre>
      <dl>
        {problemMeanings.map(({ status, means }) => (
          <div key={status}>
            <dt>{status}</dt>
            <dd>{means}</dd>
          </div>
        ))}
      </dl>
    </Guide>
  )
}

function Limits() {
  const { requests, seconds } = apiLimit
  const { requests: ofOrganization } = organizationApiLimit
  const policy = `"default";q=${String(requests)};w=${String(seconds)}, "organization";q=${String(ofOrganization)};w=${String(seconds)}`
  const left = `"default";r=${String(requests - 1)};t=42, "organization";r=${String(ofOrganization - 1)};t=42`
  return (
    <Guide id="limits">
      <p>
        A token can send {requests} requests in {seconds} seconds, and all tokens of an organization
        can send {ofOrganization.toLocaleString('en')}. Every answer has both limits and what is
        left of each. Beyond one of them, the answer is 429 with <code>Retry-After</code> in
        seconds. Send up to 100 items in one request instead of one request for each.
      </p>
      <pre>{`RateLimit-Policy: ${policy}\nRateLimit: ${left}`}</pre>
    </Guide>
  )
}

function Pages({ appUrl }: { appUrl: string }) {
  return (
    <Guide id="pagination">
      <p>
        Lists have up to <code>limit</code> items, 1 to {maxPageSize}. To get the next page, pass{' '}
        <code>next_cursor</code> as <code>cursor</code> and keep the other parameters. On the last
        page it’s null. What is added in the meantime neither repeats nor hides an item.
      </p>
      <pre>{`curl ${quote(`${appUrl}/api/v1/sites/SITE_UUID/activities?limit=${String(maxPageSize)}&cursor=NEXT_CURSOR`)} \\\n  ${bearerLine}`}</pre>
    </Guide>
  )
}

function Idempotency() {
  return (
    <Guide id="idempotency">
      <p>
        When a request fails without an answer, you can’t know whether it had its effect. Send it
        with an <code>Idempotency-Key</code> of your choice, for example a random UUID, and repeat
        it with the same key until there is an answer. It then has its effect once.
      </p>
      <dl>
        <div>
          <dt>Same key, same request</dt>
          <dd>
            The stored answer, with <code>Idempotency-Replayed: true</code>
          </dd>
        </div>
        <div>
          <dt>Same key, different request</dt>
          <dd>422</dd>
        </div>
        <div>
          <dt>The first request is still running</dt>
          <dd>409 with Retry-After</dd>
        </div>
        <div>
          <dt>The first request was refused</dt>
          <dd>Nothing was stored. Correct the request, and use the same key or another one.</dd>
        </div>
      </dl>
      <p>
        Keys are kept for 24 hours for each token. Activities, reviews, products and conversions are
        deduplicated by your ID in any case, for as long as they are stored.
      </p>
    </Guide>
  )
}

function OperationCard(operation: Operation) {
  const { id, method, path, summary, description, curl, answers, problems } = operation
  return (
    <article className="operation" aria-labelledby={id}>
      <h3 id={id}>{summary}</h3>
      <p className="address">
        <span className={`method method--${method.toLowerCase()}`}>{method}</span>
        <span>
          {path.split(/(?=\/)/).map((part) => (
            <Fragment key={part}>
              <wbr />
              {part}
            </Fragment>
          ))}
        </span>
      </p>
      {description !== null && <p>{description}</p>}
      <Fields title="Parameters" fields={operation.parameters} />
      <Fields title="Body" fields={operation.body} />
      <h4>Request</h4>
      <Examples shown={curl} />
      {answers.map((answer) => (
        <div key={answer.status}>
          <h4>
            {answer.status}: {answer.description}
          </h4>
          <Examples shown={answer.examples} />
        </div>
      ))}
      <p>
        <a href="#errors">Errors</a>: {problems.join(', ')}
      </p>
    </article>
  )
}

/** The first one is open. */
function Examples({ shown }: { shown: readonly Shown[] }) {
  const [first, ...others] = shown
  if (!first) return null
  return (
    <>
      <pre>{first.text}</pre>
      {others.map(({ title, text }) => (
        <details key={title}>
          <summary>{title}</summary>
          <pre>{text}</pre>
        </details>
      ))}
    </>
  )
}

function Fields({ title, fields }: { title: string; fields: readonly Field[] }) {
  if (fields.length === 0) return null
  return (
    <>
      <h4>{title}</h4>
      <dl>
        {fields.map(({ name, isRequired, type, description }) => (
          <div key={name}>
            <dt>
              {name}
              {isRequired && <span className="required"> required</span>}
            </dt>
            <dd>
              {type.charAt(0).toUpperCase() + type.slice(1)}
              {description !== null && `. ${description}`}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
