/** Message, audience and time of a campaign. */
import type { ReactNode } from 'react'
import type { CampaignInput } from '#app/contract/push-settings.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { CheckInput, SelectInput, TextInput } from '#app/ui/forms/fields.tsx'
import { DateInput } from '#app/ui/forms/date-field.tsx'
import { PickerInput } from '#app/ui/forms/picker.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { MessageFields } from './message-fields.tsx'

type CampaignFieldsProps = {
  stored: CampaignInput
  answer: FormResponse | undefined
  /** Quiet hours, in words. */
  quiet: string
  /** Between the message and the audience. */
  children: ReactNode
}

export const CampaignFields = (props: CampaignFieldsProps) => {
  const { stored, answer, quiet, children } = props
  return (
    <>
      <Panel>
        <h2 className="part-title">Message</h2>
        <div className="form">
          <TextInput
            name="name"
            label="Name"
            autoComplete="off"
            initial={stored.name}
            helpText="Only your organization sees this."
            answer={answer}
          />
          <MessageFields content={stored.content} answer={answer} />
          <SecondText stored={stored} answer={answer} />
        </div>
      </Panel>
      {children}
      <Panel>
        <h2 className="part-title">Audience</h2>
        <p className="part-lead">
          Subscribers who chose news. Leave a field blank to include all of them.
        </p>
        <AudienceFields stored={stored} answer={answer} />
      </Panel>
      <Panel>
        <h2 className="part-title">Time</h2>
        <p className="part-lead">{quiet}</p>
        <div className="form">
          <DateInput
            name="sendAt"
            kind="datetime-local"
            label="Send at"
            initial={stored.sendAt ?? ''}
            helpText="In each subscriber’s time zone. Leave blank to send when you start it."
            answer={answer}
          />
          <SelectInput
            name="hours"
            label="Worth showing for"
            options={[1, 3, 6, 12, 24, 48, 72].map((hours) => ({
              value: String(hours),
              label: hours === 1 ? '1 hour' : `${String(hours)} hours`,
            }))}
            initial={String(stored.hours)}
            helpText="Devices that are off for longer don’t get it."
            answer={answer}
          />
        </div>
      </Panel>
    </>
  )
}

type FieldsProps = Pick<CampaignFieldsProps, 'stored' | 'answer'>

/** Without a script both texts show, and the box decides. */
function SecondText({ stored, answer }: FieldsProps) {
  const { contentB, shareB } = stored
  return (
    <>
      <CheckInput
        name="hasB"
        label="Test a second text"
        helpText="A random part of the audience gets text B."
        isInitiallyChecked={contentB !== null}
        answer={answer}
      />
      <div className="push-second form">
        <TextInput
          name="contentB.title"
          label="Title B"
          autoComplete="off"
          initial={contentB?.title ?? ''}
          answer={answer}
        />
        <TextInput
          name="contentB.body"
          label="Text B"
          autoComplete="off"
          lines={2}
          initial={contentB?.body ?? ''}
          answer={answer}
        />
        <TextInput
          name="shareB"
          label="Subscribers who get text B (%)"
          autoComplete="off"
          inputMode="numeric"
          initial={String(shareB)}
          helpText="Between 1 and 99. With 50, you know which is better with the fewest messages."
          answer={answer}
        />
      </div>
    </>
  )
}

const AudienceFields = ({ stored: { audience }, answer }: FieldsProps) => (
  <div className="form">
    <TextInput
      name="audience.pages"
      label="Visited one of these pages"
      autoComplete="off"
      lines={2}
      placeholder="/sale"
      initial={audience.pages.join('\n')}
      helpText="Paths, one per line. We keep the last 20 pages of each subscriber."
      answer={answer}
    />
    <TextInput
      name="audience.products"
      label="Viewed one of these products"
      autoComplete="off"
      lines={2}
      initial={audience.products.join('\n')}
      helpText="Your shop’s product IDs, one per line."
      answer={answer}
    />
    <PickerInput
      name="audience.countries"
      label="Countries"
      of="country"
      allowsMany
      initial={audience.countries.join(',')}
      answer={answer}
    />
    <div className="columns gap-16">
      <TextInput
        name="audience.sinceDays"
        label="Visited in the last (days)"
        autoComplete="off"
        inputMode="numeric"
        initial={audience.sinceDays === null ? '' : String(audience.sinceDays)}
        answer={answer}
      />
      <TextInput
        name="audience.notSinceDays"
        label="Not visited for (days)"
        autoComplete="off"
        inputMode="numeric"
        initial={audience.notSinceDays === null ? '' : String(audience.notSinceDays)}
        answer={answer}
      />
    </div>
  </div>
)
