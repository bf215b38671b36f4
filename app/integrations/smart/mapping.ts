/**
 * How the deliveries of one connection become activities or products: a document that the owner made,
 * or that came with a recipe. It is data. Nothing in it is run, and its size is bounded.
 */
import { z } from 'zod'
import { activityKinds } from '#app/contract/activities.ts'
import { dataPath, rootPath, sourcePath } from './pointer.ts'
import { step } from './steps.ts'

export const mappingVersion = 1

/** Fields that a mapping can fill. Those of products, also an activity's, begin with `item.`. */
export const mappedFields = [
  'person.first_name',
  'person.email',
  'person.city',
  'person.country',
  'item.title',
  'item.url',
  'item.image',
  'item.quantity',
  'item.price',
  'item.product_id',
  'item.stock',
  'item.is_available',
  'total',
  'currency',
  'occurred_at',
  'stars',
  'body',
  'test',
  /**
   * The ID of a record that is canceled or refunded, where such deliveries have it elsewhere: the ID of
   * a refund is its own, and names the order. Without a value there, `id` counts.
   */
  'reversal_id',
] as const
export type MappedField = (typeof mappedFields)[number]

export const mappedKinds = [...activityKinds, 'product'] as const
export type MappedKind = (typeof mappedKinds)[number]

const comparedText = z.string('Enter text.').max(200, 'Use 200 characters or fewer.')
const compared = z.union([comparedText, z.number(), z.boolean()])

/** Texts are compared exactly. There are no patterns. */
const condition = z.discriminatedUnion('op', [
  z.strictObject({ at: dataPath, op: z.literal('exists') }),
  z.strictObject({ at: dataPath, op: z.enum(['eq', 'ne', 'contains']), value: compared }),
  z.strictObject({ at: dataPath, op: z.enum(['gt', 'lt']), value: z.number('Enter a number.') }),
  z.strictObject({
    at: dataPath,
    op: z.literal('in'),
    value: z.array(compared).min(1, 'Enter at least one value.').max(20, 'Enter up to 20 values.'),
  }),
])
export type Condition = z.output<typeof condition>

const conditions = z.array(condition).max(10, 'Add up to 10 conditions.')

/** Where a field's value comes from: the first path with a value, changed step by step. */
const source = z.strictObject({
  at: z.array(sourcePath).max(5, 'Choose up to 5 paths.'),
  do: z.array(step).max(8, 'Add up to 8 steps.').default([]),
})
export type Source = z.output<typeof source>

const longestMapping = 32 * 1024

export const mapping = z
  .strictObject({
    v: z.literal(mappingVersion),
    kind: z.enum(mappedKinds, 'Choose what the deliveries are.'),
    /** A record is made if all of them hold. */
    when: conditions.default([]),
    /** All hold: the activity was canceled, or its money returned. Checked before `when`. */
    states: z
      .strictObject({ cancelled: conditions.min(1), refunded: conditions.min(1) })
      .partial()
      .default({}),
    /** A list with one record in each entry, which `@` then means. Absent: one record. */
    each: rootPath.optional(),
    /** The list of an activity's products. In the fields of `item.`, `@` is one of its entries. */
    items: dataPath.optional(),
    /**
     * The service's own id of the record, in parts. Empty: the service sends none, and equal content on
     * the same day (UTC) is the same record.
     */
    id: z.array(dataPath).max(4, 'Choose up to 4 paths.').default([]),
    set: z.partialRecord(z.enum(mappedFields), source),
  })
  .refine(
    (document) => JSON.stringify(document).length <= longestMapping,
    'This mapping is too long. Remove some paths or steps.',
  )
export type Mapping = z.output<typeof mapping>
