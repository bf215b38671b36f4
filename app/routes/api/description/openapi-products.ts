/** Paths of products in the OpenAPI document. */
import { pageQuery } from '#app/contract/activities.ts'
import { maxReportedProducts } from '#app/domain/products/product-fields.ts'
import * as examples from './openapi-product-examples.ts'
import {
  emptyAnswerPart,
  jsonAnswerPart,
  jsonBodyPart,
  needsAbility,
  problemResponses,
  queryParameters,
  siteParameter,
  writeParameters,
  writeProblems,
} from './openapi-parts.ts'

const productParameter = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'Your ID of the product, URL-encoded.',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
  example: 'oak-board',
} as const

const howStockShows =
  'Nudges about stock show it on the product’s page, unless the page itself reports its stock.'

export const productPaths = {
  '/api/v1/sites/{uuid}/products': {
    parameters: [siteParameter],
    get: {
      operationId: 'listProducts',
      summary: 'List a site’s products, by your ID',
      description: `${needsAbility('products:read')} From all sources: this API, product feeds, files and integrations.`,
      parameters: queryParameters(pageQuery, { limit: 20 }),
      responses: {
        '200': jsonAnswerPart('One page.', 'ProductList', examples.productListExample),
        ...problemResponses(403, 404, 422),
      },
    },
    post: {
      operationId: 'storeProducts',
      summary: 'Store up to 100 products',
      description: `${needsAbility('products:write')} Each one replaces the whole product with its ID. Items are validated independently. A site can have up to ${maxReportedProducts.toLocaleString('en')} products. ${howStockShows}`,
      parameters: writeParameters,
      requestBody: jsonBodyPart('ProductBatch', examples.productBatchExample),
      responses: {
        '200': jsonAnswerPart(
          'The outcome for each product.',
          'ProductBatchAnswer',
          examples.productBatchAnswerExample,
        ),
        ...writeProblems,
      },
    },
  },
  '/api/v1/sites/{uuid}/products/{id}': {
    parameters: [siteParameter, productParameter],
    get: {
      operationId: 'readProduct',
      summary: 'Get a product',
      description: needsAbility('products:read'),
      responses: {
        '200': jsonAnswerPart('The product.', 'StoredProduct', examples.singleProductExample),
        ...problemResponses(403, 404),
      },
    },
    put: {
      operationId: 'putProduct',
      summary: 'Store a product',
      description: `${needsAbility('products:write')} Replaces the whole product. ${howStockShows}`,
      parameters: writeParameters,
      requestBody: jsonBodyPart('Product', examples.productExample),
      responses: {
        '200': jsonAnswerPart('Product replaced.', 'StoredProduct', examples.singleProductExample),
        '201': jsonAnswerPart('Product created.', 'StoredProduct', examples.singleProductExample),
        ...writeProblems,
      },
    },
    delete: {
      operationId: 'removeProduct',
      summary: 'Delete a product',
      description: `${needsAbility('products:write')} A product feed that lists it brings it back when it’s read the next time.`,
      parameters: writeParameters,
      responses: {
        '204': emptyAnswerPart('Product deleted.'),
        ...problemResponses(403, 404, 409),
      },
    },
  },
} as const
