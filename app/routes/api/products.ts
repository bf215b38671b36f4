/** Products of a site: store up to a hundred, list them. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { requireTokenSite } from '#app/auth/guards.server.ts'
import { pageQuery } from '#app/contract/activities.ts'
import { listedProductInput, productBatch, type ProductOutcome } from '#app/contract/products.ts'
import { listReportedProducts, putProducts } from '#app/domain/products/reported-products.server.ts'
import { validateInput } from '#app/lib/web/forms.ts'
import { answerWrite } from './answer-once.server.ts'
import { idOf, readList, rejectedItem } from './batches.ts'
import { readJsonBody } from './json-body.ts'
import { allowMethods } from './methods.ts'
import { requireApiFeature } from './plan-gate.server.ts'
import { describeProduct, factsOf } from './product-responses.ts'
import { readQuery } from './query.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { scope } = await requireTokenSite(args, 'products:read')
  const wanted = readQuery(args.request, pageQuery)
  const { products, nextCursor } = await listReportedProducts(args.context.services, scope, wanted)
  return Response.json({ data: products.map(describeProduct), next_cursor: nextCursor })
}

export async function action(args: ActionFunctionArgs) {
  allowMethods(args.request, ['GET', 'HEAD', 'POST'])
  const { bearer, scope } = await requireTokenSite(args, 'products:write')
  await requireApiFeature(args, scope, 'integrations.rest_api')
  return answerWrite(args, bearer, async (services, request) => {
    const given = readList(productBatch, await readJsonBody(request), 'products')
    const validated = given.map((one) => ({
      id: idOf(one),
      result: validateInput(listedProductInput, one),
    }))
    const facts = validated.flatMap(({ result }) => (result.ok ? [factsOf(result.value)] : []))
    const stored = (await putProducts(services, scope, facts)).values()
    const data = validated.map(({ id, result }): ProductOutcome => {
      if (!result.ok) return rejectedItem(id, result.errors)
      const one = stored.next().value
      if (!one) throw new Error('A product has no outcome.')
      return { outcome: one.outcome, id: result.value.id, product: describeProduct(one.product) }
    })
    return { status: 200, body: { data } }
  })
}
