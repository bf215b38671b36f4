/** Examples of products for the OpenAPI document. A test checks them against the schemas. */
import type { z } from 'zod'
import type {
  describedProductBatch,
  ProductAnswer,
  productBatchAnswer,
  ProductInput,
  productList,
  singleProduct,
} from '#app/contract/products.ts'

export const productExample: ProductInput = {
  title: 'Oak serving board',
  url: 'https://shop.example/products/oak-serving-board',
  image: 'https://shop.example/images/oak-serving-board.jpg',
  price: 34.5,
  currency: 'GBP',
  stock: 7,
  is_available: true,
}

export const productBatchExample: z.input<typeof describedProductBatch> = {
  products: [
    { id: 'oak-board', ...productExample },
    { id: 'linen-towel', title: 'Linen towel', stock: 0, is_available: false },
  ],
}

const stored: ProductAnswer = {
  id: 'oak-board',
  title: 'Oak serving board',
  url: 'https://shop.example/products/oak-serving-board',
  image: 'https://shop.example/images/oak-serving-board.jpg',
  price: 34.5,
  currency: 'GBP',
  stock: 7,
  is_available: true,
  is_hidden: false,
  updated_at: '2026-03-02T09:30:02.117Z',
}

export const singleProductExample: z.input<typeof singleProduct> = { data: stored }

export const productListExample: z.input<typeof productList> = {
  data: [stored],
  next_cursor: 'WyJyZXBvcnRlZCBwcm9kdWN0cyIseyJleHRlcm5hbElkIjoib2FrLWJvYXJkIn1d',
}

export const productBatchAnswerExample: z.input<typeof productBatchAnswer> = {
  data: [
    { outcome: 'updated', id: 'oak-board', product: stored },
    {
      outcome: 'rejected',
      id: 'linen-towel',
      message: 'Some fields are invalid.',
      errors: { stock: ['Send a whole number.'] },
    },
  ],
}
