/** Doubles of text messages, of Stripe and of services to connect, next to the product. Never in production. */
import path from 'node:path'
import process from 'node:process'
import type { Config } from '#app/config.server.ts'
import { startServiceDoubles, type ServiceDoubles } from '../doubles/shops/start-services.ts'
import { startSmsServer } from '../doubles/sms-server.ts'
import { startBillingDouble, type BillingDouble } from '../doubles/stripe-billing/start-billing.ts'
import { devPorts } from '../run/dev-ports.js'

export type DemoDoubles = {
  /** Variables of the product. */
  environment: Record<string, string>
  services: ServiceDoubles | null
  billing: BillingDouble | null
}

type Given = Readonly<Record<string, string | undefined>>

/** None of a provider that the environment names: `npm run dev` has started its doubles before. */
export async function openDemoDoubles(
  { appUrl, port, dataDir }: Pick<Config, 'appUrl' | 'dataDir' | 'port'>,
  given: Given,
  now: () => Date,
): Promise<DemoDoubles> {
  const services = given['INTEGRATION_ORIGINS']
    ? null
    : await startServiceDoubles(port + devPorts.services.offset, given)
  const billing =
    given['STRIPE_SECRET_KEY'] || given['STRIPE_DOUBLE_URL']
      ? null
      : await startBillingDouble(appUrl, port + devPorts.billing.offset, {
          now,
          file: path.join(dataDir, 'demo-stripe'),
        })
  return {
    environment: {
      ...(await openTexts(given)),
      ...services?.environment,
      ...billing?.environment,
    },
    services,
    billing,
  }
}

/** Text messages are printed. */
async function openTexts(given: Given): Promise<Record<string, string>> {
  if (given['TWILIO_ACCOUNT_SID'] || given['TWILIO_AUTH_TOKEN'] || given['TWILIO_FROM']) return {}
  const { account } = await startSmsServer(({ to, body }) => {
    process.stdout.write(`\nText message to ${to}: ${body}\n`)
  })
  const { url, accountSid, authToken, from } = account
  return {
    TWILIO_URL: url,
    TWILIO_ACCOUNT_SID: accountSid,
    TWILIO_AUTH_TOKEN: authToken,
    TWILIO_FROM: from,
  }
}
