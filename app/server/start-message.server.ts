/** Printed after `npm start`. */
import type { Config } from '#app/config.server.ts'
import { productName } from '#app/lib/product.ts'
import type { RunningProduct } from './product.server.ts'

export function startMessage(
  { address, demoLogin, demoAdminUrl }: RunningProduct,
  config: Config,
): string {
  const lines = [
    '',
    `${productName} is ready: ${address}`,
    ...(demoLogin
      ? [
          `  Email       ${demoLogin.email}`,
          `  Password    ${demoLogin.password}`,
          `  Demo shop   ${address}/demo`,
        ]
      : [`  Create an account: ${address}/auth/register`]),
    ...(demoAdminUrl ? [`  Demo admin  ${demoAdminUrl}`] : []),
    `  Data        ${config.databaseUrl ? 'PostgreSQL' : config.dataDir}`,
    '',
    '',
  ]
  return lines.join('\n')
}
