import type { FormRuleInput } from '#app/contract/forms.ts'
import { ConfirmSubmit } from '#app/ui/forms/confirm-form.tsx'
import { useFormFetcher } from '#app/ui/forms/form-fetcher.ts'
import { FormMessage } from '#app/ui/forms/form-message.tsx'
import { Badge } from '#app/ui/kit/badge.tsx'
import { Menu, MenuAct } from '#app/ui/menu.tsx'
import { Cell, Row, RowHead, Table } from '#app/ui/table.tsx'

type Rule = FormRuleInput & { uuid: string }

type FormRuleTableProps = { rules: readonly Rule[]; mayChange: boolean }

export const FormRuleTable = ({ rules, mayChange }: FormRuleTableProps) => (
  <Table
    caption="Forms"
    columns={[
      { label: 'Form' },
      { label: 'Pages' },
      { label: 'Fields' },
      { label: 'Consent' },
      { label: 'Status' },
      ...(mayChange ? [{ label: 'Actions', isSilent: true }] : []),
    ]}
  >
    {rules.map((rule) => (
      <Row key={rule.uuid}>
        <RowHead>{rule.name}</RowHead>
        <Cell label="Pages">
          {describePages(rule)}
          {rule.thankYouPage !== null && `, counted on ${rule.thankYouPage}`}
        </Cell>
        <Cell label="Fields">{describeFields(rule)}</Cell>
        <Cell label="Consent">
          <span className="table__whole">
            {isConsentRequired(rule) ? 'Required' : 'Until refused'}
          </span>
          {rule.consentField !== null && `, “${rule.consentField}” ticked`}
        </Cell>
        <Cell label="Status">
          <Badge {...(rule.isActive ? { tone: 'success' as const } : {})}>
            {rule.isActive ? 'On' : 'Off'}
          </Badge>
        </Cell>
        {mayChange && (
          <Cell label="" place="end">
            <RuleMenu rule={rule} />
          </Cell>
        )}
      </Row>
    ))}
  </Table>
)

const describePages = ({ pages: { pages } }: Rule) =>
  pages.length === 0 ? 'All except checkout' : pages.map(({ value }) => value).join(', ')

const isConsentRequired = ({ asksConsent, thankYouPage }: Rule) =>
  asksConsent || thankYouPage !== null

const describeFields = ({ emailField, firstNameField }: Rule) =>
  [emailField ?? 'email', firstNameField].filter((one) => one !== null).join(', ')

function RuleMenu({ rule: { uuid, name, isActive } }: { rule: Rule }) {
  const { Form, ref, answer, isBusy } = useFormFetcher(undefined, { uuid })
  const turn = isActive ? 'off' : 'on'
  return (
    <Form ref={ref} method="post">
      <FormMessage answer={answer} />
      <input type="hidden" name="uuid" value={uuid} />
      <Menu label={`Actions for ${name}`} isBrief>
        <MenuAct name="intent" value={turn} aria-label={`Turn ${turn}: ${name}`}>
          {`Turn ${turn}`}
        </MenuAct>
        <ConfirmSubmit
          as={MenuAct}
          name="intent"
          value="delete"
          action="Remove"
          actionLabel={`Remove: ${name}`}
          title="Remove this form?"
          confirm="Remove form"
          isDisabled={isBusy}
        >
          <p>Your pages no longer report it. Sign-ups that it reported are kept.</p>
        </ConfirmSubmit>
      </Menu>
    </Form>
  )
}
