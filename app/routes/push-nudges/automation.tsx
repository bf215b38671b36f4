/** One automation: its condition, words, preview and last messages. */
import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { useCallback, useState } from 'react'
import { notFound, requireRight, requireSite, type GuardArgs } from '#app/auth/guards.server.ts'
import { offeredAutomations, type AutomationKind } from '#app/contract/push.ts'
import { pushPlaceholders } from '#app/contract/push-settings.ts'
import { sourceOfPath } from '#app/domain/images/image-source.server.ts'
import { changeAutomation, readAutomations } from '#app/domain/push/automations.server.ts'
import { shareReads } from '#app/domain/share-reads.server.ts'
import { mayDo } from '#app/domain/teams/roles.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { readFormData } from '#app/lib/web/forms.ts'
import {
  listAutomationSends,
  type AutomationSend,
} from '#app/presenters/push/automations.server.ts'
import { reasonWords } from '#app/presenters/push/delivery-words.ts'
import { kindWords } from '#app/presenters/push/words.ts'
import { findingsOf } from '#app/presenters/push/findings.ts'
import type { Services } from '#app/services.ts'
import { Empty } from '#app/ui/empty.tsx'
import { siteTitle } from '#app/ui/format/document-title.ts'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'
import type { Saved } from '#app/ui/forms/form-fetcher.ts'
import { SettingsForm } from '#app/ui/forms/settings-form.tsx'
import { Badge } from '#app/ui/kit/badge.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Screen } from '#app/ui/screen.tsx'
import { Cell, Row, RowHead, Table } from '#app/ui/table.tsx'
import { automationInputOf } from './form-values.ts'
import { MessageFields } from './message-fields.tsx'
import { MessageStudio, readTyped, type TypedMessage } from './message-studio.tsx'
import { links } from './push-layout.tsx'
import { refusedPushForm } from './refused-form.server.ts'

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
  const { isOn, content } = automation
  return {
    automation: { kind, isOn, content },
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
    const input = automationInputOf(form, await readAutomation(services, scope, kind))
    await changeAutomation(services, scope, { kind, input })
    return data<Saved>({ saved: 'Automation saved' })
  } catch (error) {
    return refusedPushForm(error, form)
  }
}

/** @throws Refusal `not_found` for anything that is no kind */
function namedKind(args: GuardArgs & { params: { kind?: string } }): AutomationKind {
  const kind = offeredAutomations.find((one) => one === args.params.kind)
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
  const { kind, isOn, content } = automation
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
                  </div>
                </Panel>
                {studio}
              </>
            )}
          </SettingsForm>
        ) : (
          studio
        )}
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
