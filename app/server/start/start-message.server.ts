/** Printed after `npm start`. */
import type { Config } from '#app/config.server.ts'
import { productName } from '#app/lib/product.ts'
import type { RunningProduct } from '../product.server.ts'

export function startMessage({ address }: Pick<RunningProduct, 'address'>, config: Config): string {
  const lines = [
    '',
    `${productName} is ready: ${address}`,
    `  Create an account: ${address}/auth/register`,
    `  Data        ${config.databaseUrl ? 'PostgreSQL' : config.dataDir}`,
    '',
    '',
  ]
  return lines.join('\n')
}
