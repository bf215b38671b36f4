/** The Admin API: one document in, one answer out, paid from the shop's bucket of points. */
import { z } from 'zod'
import type { ApiContext } from './api-context.ts'
import { answerDocument, DocumentRefused, type ApiObject } from './answer-document.ts'
import { mutationFields } from './mutations.ts'
import { findCustomer, findOrder, orderFields } from './order-objects.ts'
import {
  findInventoryItem,
  findProduct,
  findVariantObject,
  productFields,
} from './product-objects.ts'
import { actualCost, maxQueryCost, requestedCost, type CostBucket } from './query-cost.ts'
import { readDocument, SyntaxIssue, type Document, type Operation } from './read-document.ts'
import { findPurchase, findSubscription, shopFields } from './shop-objects.ts'

const body = z.object({
  query: z.string(),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().nullish(),
})

/** A request of the app, for tests. */
export type SeenOperation = { name: string | null; variables: Readonly<Record<string, unknown>> }

type Options = {
  context: ApiContext
  bucket: CostBucket
  onOperation: (operation: SeenOperation) => void
}

/** @returns the JSON that answers the request's JSON, always with status 200 */
export function answerAdminApi(
  request: unknown,
  { context, bucket, onOperation }: Options,
): unknown {
  const parsed = body.safeParse(request)
  if (!parsed.success) return failed('Required parameter missing or invalid: query')
  try {
    const document = readDocument(parsed.data.query)
    const operation = operationOf(document, parsed.data.operationName ?? null)
    const defaults = Object.fromEntries(operation.defaults)
    const variables = { ...defaults, ...parsed.data.variables }
    onOperation({ name: operation.name, variables })

    const question = { document, operation, variables }
    const requested = requestedCost(question)
    const cost = (actual: number | null) => ({
      cost: {
        requestedQueryCost: requested,
        actualQueryCost: actual,
        throttleStatus: bucket.status(),
      },
    })
    if (requested > maxQueryCost) {
      const limit = `single query max cost limit ${String(maxQueryCost)}`
      const message = `Query cost is ${String(requested)}, which exceeds the ${limit}.`
      const extensions = { code: 'MAX_COST_EXCEEDED', cost: requested, maxCost: maxQueryCost }
      return failed(message, extensions)
    }
    if (!bucket.spend(requested)) {
      return { ...failed('Throttled', { code: 'THROTTLED' }), extensions: cost(null) }
    }
    const { data, errors } = answerDocument(question, rootOf(context, operation))
    const actual = actualCost(data, operation.kind)
    bucket.refund(requested - actual)
    return { data, ...(errors.length > 0 ? { errors } : {}), extensions: cost(actual) }
  } catch (error) {
    if (error instanceof SyntaxIssue) return failed(error.message)
    if (error instanceof DocumentRefused) return failed(error.message, error.extensions)
    throw error
  }
}

const failed = (message: string, extensions?: Record<string, unknown>) => ({
  errors: [{ message, ...(extensions ? { extensions } : {}) }],
})

function operationOf({ operations }: Document, name: string | null): Operation {
  const found = operations.find((operation) => name === null || operation.name === name)
  if (!found || (name === null && operations.length > 1)) {
    throw new DocumentRefused('An operation name is required')
  }
  return found
}

function rootOf(context: ApiContext, { kind }: Operation): ApiObject {
  if (kind === 'mutation') return { __typename: 'Mutation', ...mutationFields(context) }
  const node = (id: unknown) =>
    findOrder(context, id) ??
    findProduct(context, id) ??
    findVariantObject(context, id) ??
    findInventoryItem(context, id) ??
    findCustomer(context, id) ??
    findSubscription(context, id) ??
    findPurchase(context, id)
  return {
    __typename: 'QueryRoot',
    ...shopFields(context),
    ...orderFields(context),
    ...productFields(context),
    node: ({ id }: { id?: unknown }) => node(id),
    nodes: ({ ids }: { ids?: unknown }) => (Array.isArray(ids) ? ids.map(node) : []),
  }
}
