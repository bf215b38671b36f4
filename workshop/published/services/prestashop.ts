/** Facts that PrestaShop publishes about what Footfall asks it. Compared with the sources on November 27, 2026. */
import {
  all,
  either,
  oneOf,
  text,
  whole,
  type Parameters,
  type PublishedService,
} from '../facts.ts'

const listParameters: Parameters = {
  output_format: oneOf('XML', 'JSON'),
  ...all(text, 'display filter[{field}] sort limit language ws_key'),
  date: oneOf('1'),
  id_shop: whole,
  id_group_shop: whole,
  ps_method: oneOf('GET', 'POST', 'PUT', 'PATCH', 'DELETE'),
  schema: oneOf('blank', 'synopsis'),
}

export const prestashop: PublishedService = {
  sources: ['PrestaShop/docs 4ff66ab8 (2024-03-07)'],
  access: ['authorization', '?ws_key'],
  operations: [
    {
      method: 'GET',
      path: '/api/orders',
      query: listParameters,
      answer: either({ 'orders?': ['any'] }, 'list'),
    },
    {
      method: 'GET',
      path: '/api/customers',
      query: listParameters,
      answer: either({ 'customers?': ['any'] }, 'list'),
    },
    {
      method: 'GET',
      path: '/api/products',
      query: listParameters,
      answer: either({ 'products?': ['any'] }, 'list'),
    },
    {
      method: 'GET',
      path: '/api/stock_availables',
      query: listParameters,
      answer: either({ 'stock_availables?': ['any'] }, 'list'),
    },
    {
      method: 'GET',
      path: '/api/addresses',
      query: listParameters,
      answer: either({ 'addresses?': ['any'] }, 'list'),
    },
    {
      method: 'GET',
      path: '/api/countries',
      query: listParameters,
      answer: either({ 'countries?': ['any'] }, 'list'),
    },
    {
      method: 'GET',
      path: '/api/currencies',
      query: listParameters,
      answer: either({ 'currencies?': ['any'] }, 'list'),
    },
    {
      method: 'GET',
      path: '/api/configurations',
      query: listParameters,
      answer: either({ 'configurations?': ['any'] }, 'list'),
    },
  ],
}
