/** Forms that visitors submitted while the site's pages list them. */
import type { FormListing } from '#app/domain/forms/listed-forms.server.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { formatCount } from '#app/ui/format/format-number.ts'
import { formatDate } from '#app/ui/format/format-time.ts'
import { Button } from '#app/ui/kit/button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Cell, Row, RowHead, Table } from '#app/ui/table.tsx'
import { draftLink } from './form-draft.ts'

type ListedFormPanelProps = { listing: FormListing; days: number; mayChange: boolean }

export const ListedFormPanel = ({
  listing: { until, forms },
  days,
  mayChange,
}: ListedFormPanelProps) => (
  <Panel>
    <h2 className="part-title">Forms on your pages</h2>
    <p className="part-lead">
      {until === null
        ? `Turn this on for ${String(days)} days to see which forms visitors submit and how often. Only names of forms and fields are reported, nothing that visitors type.`
        : `Until ${formatDate(until)}, your pages report which forms visitors submit. Only names of forms and fields are reported, nothing that visitors type.`}
    </p>
    {forms.length > 0 ? (
      <Table
        caption="Forms on your pages"
        columns={[
          { label: 'Form' },
          { label: 'Page' },
          { label: 'Fields' },
          { label: 'Submissions', isNumber: true },
          ...(mayChange ? [{ label: 'Actions', isSilent: true }] : []),
        ]}
      >
        {forms.map((form) => (
          <Row key={`${form.page} ${form.name}`}>
            <RowHead>{form.name}</RowHead>
            <Cell label="Page">{form.page}</Cell>
            <Cell label="Fields">
              {[form.emailField ?? 'email address', ...form.fields, ...form.boxes].join(', ')}
            </Cell>
            <Cell label="Submissions" isNumber>
              {formatCount(form.total)}
            </Cell>
            {mayChange && (
              <Cell label="" place="end">
                <Button url={draftLink(form)} accessibilityLabel={`Use ${form.name}`}>
                  Use
                </Button>
              </Cell>
            )}
          </Row>
        ))}
      </Table>
    ) : (
      until !== null && (
        <Empty title="No forms yet">A form appears once a visitor submits it.</Empty>
      )
    )}
    {mayChange && (
      <ActionForm
        action={until === null ? 'List forms' : 'Stop listing'}
        hidden={{ intent: until === null ? 'list' : 'unlist' }}
      />
    )}
  </Panel>
)
