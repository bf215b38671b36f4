/** One automation: its condition, words, preview and last messages. */
import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { useCallback, useState } from 'react'
import { notFound, requireRight, requireSite, type GuardArgs } from '#app/auth/guards.server.ts'
import { automationKinds, type AutomationKind } from '#app/contract/push.ts'
import { pushPlaceholders } from '#app/contract/push-settings.ts'
import { sourceOfPath } from '#app/domain/images/image-source.server.ts'
import { changeAutomation, readAutomations } from '#app/domain/push/automations.server.ts'
import { sendTestMessage } from '#app/domain/push/sending/send-test.server.ts'
import { shareReads } from '#app/domain/share-reads.server.ts'
import { mayDo } from '#app/domain/teams/roles.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { readFormData } from '#app/lib/web/forms.ts'
import {
  listAutomationSends,
  type AutomationSend,
} from '#app/presenters/push/automations.server.ts'
import { reasonWords } from '#app/presenters/push/delivery-words.ts'
import { buttonElements, kindWords } from '#app/presenters/push/words.ts'
import { findingsOf } from '#app/presenters/push/findings.ts'
import type { Services } from '#app/services.ts'
import { CopyCode } from '#app/ui/copy-code.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { siteTitle } from '#app/ui/format/document-title.ts'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import type { Saved } from '#app/ui/forms/form-fetcher.ts'
import { NumberInput } from '#app/ui/forms/number-input.tsx'
import { SettingsForm } from '#app/ui/forms/settings-form.tsx'
import { Badge } from '#app/ui/kit/badge.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Screen } from '#app/ui/screen.tsx'
import { Cell, Row, RowHead, Table } from '#app/ui/table.tsx'
import { automationInputOf, intentIn, linkIn } from './form-values.ts'
import { MessageFields } from './message-fields.tsx'
import { MessageStudio, readTyped, type TypedMessage } from './message-studio.tsx'
import { links } from './push-layout.tsx'
import { refusedPushForm } from './refused-form.server.ts'
import { SendTest } from './send-test.tsx'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export { links }
export const meta = siteTitle<{ automation: { kind: AutomationKind } }>((shown) =>
  shown ? kindWords[shown.automation.kind].name : 'Automation',
)

export async function loader(args: LoaderFunctionArgs) {
  const { scope, site, team } = await requireSite(args)
  const kind = namedKind(args)
  const services = shareReads(args.context.services)
  const [automation, sends] = await Promise.all([
    readAutomation(services, scope, kind),
    listAutomationSends(services, scope, kind),
  ])
  const { isOn, content, waitHours } = automation
  return {
    automation: { kind, isOn, content, waitHours },
    checked: findingsOf({ content }, kind),
    image: sourceOfPath(services.security.secrets, content.image),
    sends,
    now: services.now(),
    host: new URL(site.url).host,
    siteName: site.name,
    mayEdit: mayDo(team.role, 'site:edit'),
  }
}

export async function action(args: ActionFunctionArgs) {
  const { scope, team } = await requireSite(args)
  requireRight(team, 'site:edit')
  const kind = namedKind(args)
  const { services } = args.context
  const form = await readFormData(args.request)
  try {
    const stored = await readAutomation(services, scope, kind)
    if (intentIn(form, ['save', 'test']) === 'test') {
      const { content } = stored
      await sendTestMessage(services, scope, { link: linkIn(form), kind, content })
      return data<Saved>({ saved: 'Test sent' })
    }
    const input = automationInputOf(form, stored)
    await changeAutomation(services, scope, { kind, input })
    return data<Saved>({ saved: 'Automation saved' })
  } catch (error) {
    return refusedPushForm(error, form)
  }
}

/** @throws Refusal `not_found` for anything that is no kind */
function namedKind(args: GuardArgs & { params: { kind?: string } }): AutomationKind {
  const kind = automationKinds.find((one) => one === args.params.kind)
  if (kind === undefined) throw notFound(args)
  return kind
}

async function readAutomation(services: Services, site: SiteScope, kind: AutomationKind) {
  const found = (await readAutomations(services, site)).find((one) => one.kind === kind)
  if (!found) throw new Error(`There is no automation ${kind}.`)
  return found
}

export default function Automation() {
  const { automation, checked, image, sends, now, host, siteName, mayEdit } =
    useLoaderData<typeof loader>()
  const { kind, isOn, content, waitHours } = automation
  const [typed, setTyped] = useState<TypedMessage>({ content, contentB: null })
  const follow = useCallback((form: FormData) => {
    setTyped(readTyped(form))
  }, [])
  const studio = (
    <MessageStudio
      {...{ typed, checked, kind, host, siteName }}
      saved={{ url: content.image, source: image }}
    />
  )
  return (
    <Screen title={kindWords[kind].name} lead={kindWords[kind].condition}>
      <div className="parts">
        <p>
          <Badge {...(isOn ? { tone: 'success' as const } : {})}>{isOn ? 'On' : 'Off'}</Badge>
        </p>
        {mayEdit ? (
          <SettingsForm hidden={{ intent: 'save' }} className="parts" onEdit={follow}>
            {(answer) => (
              <>
                <Panel>
                  <h2 className="part-title">Message</h2>
                  <div className="form">
                    <MessageFields
                      content={content}
                      placeholders={pushPlaceholders[kind]}
                      answer={answer}
                    />
                    <WaitField kind={kind} waitHours={waitHours} answer={answer} />
                  </div>
                </Panel>
                {studio}
              </>
            )}
          </SettingsForm>
        ) : (
          studio
        )}
        <Panel>
          <h2 className="part-title">Button on your pages</h2>
          <p className="part-lead">
            Put this element where the button should be, with the values of your page. The button
            shows while the automation is on.
          </p>
          <CopyCode code={buttonElements[kind]} name="element" />
        </Panel>
        {mayEdit && <SendTest />}
        <LastSends sends={sends} now={now} />
        <p>
          <Link className="text-link" to="/push-nudges/automations">
            Back to automations
          </Link>
        </p>
      </div>
    </Screen>
  )
}

type WaitFieldProps = {
  kind: AutomationKind
  waitHours: number
  answer: FormResponse | undefined
}

/** The others are sent when their fact holds. */
function WaitField({ kind, waitHours, answer }: WaitFieldProps) {
  if (kind === 'review_request') {
    return (
      <NumberInput
        name="waitDays"
        label="Days to wait"
        from={1}
        to={30}
        initial={Math.round(waitHours / 24)}
        help="After the shopper asked, or after the shipment if your server reports it."
        answer={answer}
      />
    )
  }
  if (kind === 'abandoned_cart') {
    return (
      <NumberInput
        name="waitHours"
        label="Hours to wait"
        from={1}
        to={72}
        initial={waitHours}
        help="After the last change of the cart."
        answer={answer}
      />
    )
  }
  return null
}

const stateWords = {
  waiting: 'Waiting',
  sending: 'Sending',
  accepted: 'Sent',
  failed: 'Failed',
  skipped: 'Not sent',
} as const

const LastSends = ({ sends, now }: { sends: readonly AutomationSend[]; now: Date }) => (
  <Panel>
    <h2 className="part-title">Last messages</h2>
    {sends.length === 0 ? (
      <Empty title="No messages yet">Messages of this automation appear here.</Empty>
    ) : (
      <Table
        caption="Last messages"
        columns={[{ label: 'Message' }, { label: 'Status' }, { label: 'When' }]}
      >
        {sends.map(({ id, title, state, reason, dueAt }) => (
          <Row key={id}>
            <RowHead>
              <span dir="auto">{title ?? '–'}</span>
            </RowHead>
            <Cell label="Status">
              {stateWords[state]}
              {reason !== null && (
                <span className="table__below muted small">{reasonWords[reason].name}</span>
              )}
            </Cell>
            <Cell label="When">
              <RelativeTime at={dueAt} now={now} />
            </Cell>
          </Row>
        ))}
      </Table>
    )}
  </Panel>
)
