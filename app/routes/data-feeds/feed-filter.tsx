/** Filters in the URL, so that the result can be bookmarked and shared. */
import { Form } from '@remix-run/react'
import { Button } from '@shopify/polaris'
import { offeredSources, sources } from '#app/domain/activities/sources.ts'
import { activityStates } from '#app/domain/activities/activity-state.ts'
import { SelectInput, TextInput } from '#app/ui/forms/fields.tsx'
import { activityStateLabels } from './activity-badge.tsx'

export type ChosenFilter = { state: string; source: string; text: string }

const every = { value: '', label: 'All' }
const states = [
  every,
  ...activityStates.map((value) => ({ value, label: activityStateLabels[value] })),
]
const sourceChoices = [
  every,
  ...offeredSources.map((value) => ({ value, label: sources[value].label })),
]

export const FeedFilter = ({ path, filter }: { path: string; filter: ChosenFilter }) => (
  <Form method="get" action={path} className="toolbar" key={JSON.stringify([path, filter])}>
    <TextInput
      name="text"
      label="Search by product, name, city or ID"
      autoComplete="off"
      answer={undefined}
      initial={filter.text}
    />
    <SelectInput
      name="state"
      label="Status"
      options={states}
      initial={filter.state}
      answer={undefined}
    />
    <SelectInput
      name="source"
      label="Source"
      options={sourceChoices}
      initial={filter.source}
      answer={undefined}
    />
    <Button submit>Filter</Button>
  </Form>
)
