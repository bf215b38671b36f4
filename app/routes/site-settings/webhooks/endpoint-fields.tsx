/** URL and events of a webhook. */
import { webhookEvents, type WebhookEvent } from '#app/contract/webhooks.ts'
import { eventLabels } from '#app/domain/webhooks/endpoint.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { Choices } from '#app/ui/forms/choices.tsx'
import { TextInput } from '#app/ui/forms/fields.tsx'

type EndpointFieldsProps = {
  answer: FormResponse | undefined
  url?: string
  events?: readonly WebhookEvent[]
}

export const EndpointFields = ({ answer, url = '', events = [] }: EndpointFieldsProps) => (
  <>
    <TextInput
      name="url"
      label="URL"
      type="url"
      autoComplete="off"
      initial={answer?.values['url'] ?? url}
      placeholder="https://example.com/webhooks"
      helpText="Starts with https:// and accepts POST requests."
      answer={answer}
    />
    <Choices
      name="events"
      label="Events"
      answer={answer}
      initial={events}
      options={webhookEvents.map((value) => ({
        value,
        label: `${eventLabels[value].name}. ${eventLabels[value].meaning}`,
      }))}
    />
  </>
)
