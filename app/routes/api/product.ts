/** One product by the shop's id: read, store as a whole, delete. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { requireTokenSite } from '#app/auth/guards.server.ts'
import { someText } from '#app/contract/activities.ts'
import { productInput } from '#app/contract/products.ts'
import {
  findReportedProduct,
  putProducts,
  removeProduct,
} from '#app/domain/products/reported-products.server.ts'
import { refuseFields } from '#app/lib/errors.ts'
import { validateInput } from '#app/lib/web/forms.ts'
import { answerWrite } from './answer-once.server.ts'
import { readJsonInput } from './json-body.ts'
import { allowMethods } from './methods.ts'
import { describeProduct, factsOf } from './product-responses.ts'
import { refuseQuery } from './query.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { scope } = await requireTokenSite(args, 'products:read')
  refuseQuery(args.request)
  const product = await findReportedProduct(args.context.services, scope, args.params['id'] ?? '')
  return Response.json({ data: describeProduct(product) })
}

export async function action(args: ActionFunctionArgs) {
  allowMethods(args.request, ['GET', 'HEAD', 'PUT', 'DELETE'])
  const { bearer, scope } = await requireTokenSite(args, 'products:write')
  const given = args.params['id'] ?? ''
  return answerWrite(args, bearer, async (services, request) => {
    if (request.method === 'DELETE') {
      await removeProduct(services, scope, given)
      return { status: 204 }
    }
    const id = validateInput(someText, given)
    if (!id.ok) throw refuseFields({ id: id.errors[''] ?? [] })
    const input = await readJsonInput(request, productInput)
    const [stored] = await putProducts(services, scope, [factsOf({ ...input, id: id.value })])
    if (!stored) throw new Error('The product was not stored.')
    const status = stored.outcome === 'created' ? 201 : 200
    return { status, body: { data: describeProduct(stored.product) } }
  })
}
