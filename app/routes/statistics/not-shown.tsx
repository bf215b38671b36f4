/** Why nudges were not shown. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useMemo } from 'react'
import { notShownReasons } from '#app/contract/pixel-events.ts'
import { readNudge } from '#app/domain/nudges/editing/load-nudge.server.ts'
import { readNotShown, readNudgeNotShown } from '#app/domain/stats/not-shown.server.ts'
import { notShownWords } from '#app/domain/stats/not-shown-words.ts'
import { readNudgesNotShown } from '#app/presenters/why-not-shown/nudges-not-shown.server.ts'
import {
  readNudgeChoices,
  readWhyNotShown,
  type NudgeChoice,
  type WhyNotShown,
} from '#app/presenters/why-not-shown/why-not-shown.server.ts'
import { SiteLink } from '#app/ui/links/site-link.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { siteTitle } from '#app/ui/format/document-title.ts'
import { SelectInput } from '#app/ui/forms/fields.tsx'
import { FilterForm } from '#app/ui/forms/filter-form.tsx'
import { countWithNoun, formatCount, formatRate } from '#app/ui/format/format-number.ts'
import { Panel } from '#app/ui/panel.tsx'
import { Cell, Row, RowHead, Table } from '#app/ui/table.tsx'
import { Download } from './download.tsx'
import { NudgeOutcomesTable } from './nudge-outcomes.tsx'
import { readStatisticsLayout } from './statistics-layout.server.ts'
import { StatisticsLayout } from './statistics-layout.tsx'

export { headers } from '#app/platforms/headers.ts'
export { GatedError as ErrorBoundary } from '#app/ui/billing/gated-error.tsx'
export { links } from './statistics-layout.tsx'
export const meta = siteTitle('Why not shown')

export async function loader(args: LoaderFunctionArgs) {
  const { services, scope, query, frame, window } = await readStatisticsLayout(args)
  const uuid = query.get('nudge') || null
  const nudge = uuid === null ? null : await readNudge(services, scope, uuid)
  const [{ evaluations, shown, reasons }, why, nudges, choices] = await Promise.all([
    nudge
      ? readNudgeNotShown(services, scope, { nudgeId: nudge.id, window })
      : readNotShown(services, scope, window),
    nudge && readWhyNotShown(services, scope, nudge),
    nudge ? [] : readNudgesNotShown(services, scope, window),
    readNudgeChoices(services, scope),
  ])
  const rows = notShownReasons
    .map((reason) => ({ ...notShownWords[reason], times: reasons[reason] }))
    .sort((one, other) => other.times - one.times)
  return {
    frame,
    nudge: nudge && why && { uuid: nudge.uuid, name: nudge.settings.name, why },
    choices,
    nudges,
    evaluations,
    shown,
    rows: rows.filter(({ times }) => times > 0),
    never: rows.filter(({ times }) => times === 0).map(({ name }) => name),
  }
}

export default function NotShown() {
  const { frame, nudge, nudges, choices, evaluations, shown, rows, never } =
    useLoaderData<typeof loader>()
  const options = useMemo(
    () => [{ value: '', label: 'All nudges' }, ...(JSON.parse(choices) as NudgeChoice[])],
    [choices],
  )
  return (
    <StatisticsLayout frame={frame}>
      <FilterForm
        path="/statistics/not-shown"
        values={{ nudge: nudge?.uuid ?? '' }}
        className="toolbar not-shown__filter"
      >
        <input type="hidden" name="from" value={frame.range.from} />
        <input type="hidden" name="to" value={frame.range.to} />
        <SelectInput
          name="nudge"
          label="Nudge"
          options={options}
          initial={nudge?.uuid ?? ''}
          answer={undefined}
        />
      </FilterForm>
      {nudge && <LastDay {...nudge} />}
      <Panel>
        <h2 className="part-title">
          {nudge ? `Why “${nudge.name}” was or wasn’t shown` : 'Why nudges were or weren’t shown'}
        </h2>
        <p className="part-lead">
          Each time a page could show a nudge, the pixel checks whether it should. These are the
          outcomes of {evaluations === 1 ? '1 check' : `${formatCount(evaluations)} checks`}.
        </p>
        {evaluations === 0 ? (
          <Empty title="No checks for these dates">
            <p>Outcomes appear here once you publish a nudge.</p>
          </Empty>
        ) : (
          <>
            <OutcomeBar shown={shown} rows={rows} />
            <Table caption="Outcomes" columns={columns}>
              <Row>
                <RowHead>
                  <Mark at={0} />
                  Shown
                </RowHead>
                <Cell label="Meaning" isText>
                  At least half of the nudge was in view.
                </Cell>
                <Times times={shown} evaluations={evaluations} />
              </Row>
              {rows.map(({ name, meaning, times }, at) => (
                <Row key={name}>
                  <RowHead>
                    <Mark at={at + 1} />
                    {name}
                  </RowHead>
                  <Cell label="Meaning" isText>
                    {meaning}
                  </Cell>
                  <Times times={times} evaluations={evaluations} />
                </Row>
              ))}
            </Table>
            {never.length > 0 && (
              <p className="mt-12 muted prose">No cases for these dates: {never.join(', ')}.</p>
            )}
            <Download table="not-shown" />
          </>
        )}
      </Panel>
      {nudges.length > 0 && <NudgeOutcomesTable nudges={nudges} />}
    </StatisticsLayout>
  )
}

/** Shown nudges are green, the most frequent reason the darkest gray. */
const outcomeColors = ['var(--brand-green)', '#6b7a71', '#93a099', '#b6c0ba']
const colorAt = (at: number) => outcomeColors[at] ?? '#d5dad7'

type OutcomeBarProps = { shown: number; rows: readonly { name: string; times: number }[] }

/** The shares of the table below in one line, in its order. */
const OutcomeBar = ({ shown, rows }: OutcomeBarProps) => (
  <div className="outcome-bar" aria-hidden>
    <span style={{ flex: shown, background: colorAt(0) }} title="Shown" />
    {rows.map(({ name, times }, at) => (
      <span key={name} style={{ flex: times, background: colorAt(at + 1) }} title={name} />
    ))}
  </div>
)

/** The color of a row in the bar. */
const Mark = ({ at }: { at: number }) => (
  <span className="outcome-mark" style={{ background: colorAt(at) }} aria-hidden />
)

/** Steps to take, from the newest reports. */
const LastDay = ({ uuid, name, why }: { uuid: string; name: string; why: WhyNotShown }) => (
  <Panel>
    <h2 className="part-title">“{name}” in the last 24 hours</h2>
    {why.rows.length === 0 ? (
      <p className="part-lead">
        {why.shown === 0 ? (
          <>
            No page has checked this nudge.{' '}
            <SiteLink to={`/nudges/${uuid}`}>See what it needs to show</SiteLink>
          </>
        ) : (
          `${countWithNoun(why.shown, 'impression')}. It was never held back.`
        )}
      </p>
    ) : (
      <Table caption="Reasons in the last 24 hours" columns={whyColumns}>
        {why.rows.map(({ name: reason, sentence, times, fix, isOfSite }) => (
          <Row key={`${reason} ${String(isOfSite)}`}>
            <RowHead>
              {reason}
              {isOfSite && ' (all nudges)'}
            </RowHead>
            <Cell label="Reason">
              {sentence} {fix && <SiteLink to={fix.to}>{fix.label}</SiteLink>}
            </Cell>
            <Cell label="Count" isNumber>
              {formatCount(times)}
            </Cell>
          </Row>
        ))}
      </Table>
    )}
  </Panel>
)

const whyColumns = [{ label: 'Outcome' }, { label: 'Reason' }, { label: 'Count', isNumber: true }]

const columns = [
  { label: 'Outcome' },
  { label: 'Meaning' },
  { label: 'Count', isNumber: true },
  { label: 'Share', isNumber: true, about: 'Share of all checks.' },
]

const Times = ({ times, evaluations }: { times: number; evaluations: number }) => (
  <>
    <Cell label="Count" isNumber>
      {formatCount(times)}
    </Cell>
    <Cell label="Share" isNumber>
      {formatRate(times / evaluations)}
    </Cell>
  </>
)
