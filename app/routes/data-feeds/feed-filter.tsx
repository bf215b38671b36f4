/** Filters of a feed. */
import { offeredSources, sources } from '#app/domain/activities/sources.ts'
import { activityStates } from '#app/domain/activities/activity-state.ts'
import { SelectInput, TextInput } from '#app/ui/forms/fields.tsx'
import { ViewInput } from '#app/ui/views/saved-views.tsx'
import { FilterForm } from '#app/ui/forms/filter-form.tsx'
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

type FeedFilterProps = {
  path: string
  filter: ChosenFilter
  /** Null: the usual order. */
  sort: string | null
  /** The saved view that is open. */
  began: string | null
}

export const FeedFilter = ({ path, filter, sort, began }: FeedFilterProps) => (
  <FilterForm path={path} values={filter}>
    {sort !== null && <input type="hidden" name="sort" value={sort} />}
    <ViewInput began={began} />
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
  </FilterForm>
)
