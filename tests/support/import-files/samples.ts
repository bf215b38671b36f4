/** All sample files of orders, by preset. */
import { paymentSamples } from './payment-samples.ts'
import type { SampleFile } from './sample-file.ts'
import { selfHostedSamples } from './self-hosted-samples.ts'
import { shopSamples } from './shop-samples.ts'

export const orderSamples: Readonly<Record<string, readonly SampleFile[]>> = {
  ...shopSamples,
  ...selfHostedSamples,
  ...paymentSamples,
}

export const orderFiles = Object.entries(orderSamples).flatMap(([id, list]) =>
  list.map((file, place) => ({
    id,
    place,
    file,
    title: `${id} (${file.language}, ${String(place + 1)})`,
  })),
)
