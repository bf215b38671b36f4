/** A draft that was tried with a sample. Safe in the browser. */
import type { MappingValues } from '#app/presenters/smart-webhooks/mapping-values.ts'
import type { SamplePicker } from '#app/presenters/smart-webhooks/sample-picker.ts'
import type { Trial } from '#app/presenters/smart-webhooks/trial.server.ts'

export type Tried = { trial: Trial; picker: SamplePicker; values: MappingValues }

export const isTried = (given: object | undefined): given is Tried =>
  given !== undefined && 'trial' in given
