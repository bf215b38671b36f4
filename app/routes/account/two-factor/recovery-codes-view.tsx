/** Recovery codes and the emergency token, shown once: copy, download, write down. */
import { Banner, Button } from '@shopify/polaris'
import type { RecoveryKit } from '#app/domain/accounts/two-factor/two-factor.ts'
import { productName } from '#app/lib/product.ts'
import { CopyCode } from '#app/ui/copy-code.tsx'
import { StepHeading } from './step-form.tsx'

export function RecoveryCodesView({ kit: { codes, emergencyToken } }: { kit: RecoveryKit }) {
  return (
    <div className="recovery-kit">
      <StepHeading>Keep these codes</StepHeading>
      <Banner tone="warning">
        They are shown this once. Keep them where you don’t keep your phone.
      </Banner>
      <h3 className="recovery-kit__title">Recovery codes</h3>
      <p className="account-section__lead">Each works once, in place of a code of your phone.</p>
      <CopyCode code={codes.join('\n')} name="recovery codes" />
      <h3 className="recovery-kit__title">Emergency token</h3>
      <p className="account-section__lead">
        Logs you in when you have neither phone nor codes, and turns two-factor off.
      </p>
      <CopyCode code={emergencyToken} name="emergency token" />
      <div className="security-ways">
        <a
          className="text-link"
          download="recovery-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(textOf(codes, emergencyToken))}`}
        >
          Download all of them
        </a>
        <Button url="/account/security" variant="primary">
          I have saved them
        </Button>
      </div>
    </div>
  )
}

const textOf = (codes: readonly string[], emergencyToken: string): string =>
  [
    `${productName}: recovery codes, each works once`,
    ...codes,
    '',
    `${productName}: emergency token, turns two-factor authentication off`,
    emergencyToken,
    '',
  ].join('\n')
