/** Recovery codes and the emergency token, shown once: copy, download, write down. */
import type { RecoveryKit } from '#app/domain/accounts/two-factor/two-factor.ts'
import { productName } from '#app/lib/product.ts'
import { CopyCode } from '#app/ui/copy-code.tsx'
import { Banner } from '#app/ui/kit/banner.tsx'
import { Button } from '#app/ui/kit/button.tsx'
import { StepHeading } from './step-form.tsx'

export function RecoveryCodesView({ kit: { codes, emergencyToken } }: { kit: RecoveryKit }) {
  return (
    <div className="stack gap-12">
      <StepHeading>Save your recovery codes</StepHeading>
      <Banner tone="warning">
        You’ll see these only once. Store them somewhere other than your phone.
      </Banner>
      <h3 className="recovery-title">Recovery codes</h3>
      <p className="part-lead">Use one instead of a code from your phone. Each works once.</p>
      <CopyCode code={codes.join('\n')} name="recovery codes" />
      <h3 className="recovery-title">Emergency token</h3>
      <p className="part-lead">
        Your last resort without phone or codes. It logs you in and turns off two-factor
        authentication.
      </p>
      <CopyCode code={emergencyToken} name="emergency token" />
      <div className="row gap-16 mt-16">
        <a
          className="text-link"
          download="recovery-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(textOf(codes, emergencyToken))}`}
        >
          Download codes and token
        </a>
        <Button url="/account/security" variant="primary">
          I’ve saved them
        </Button>
      </div>
    </div>
  )
}

const textOf = (codes: readonly string[], emergencyToken: string): string =>
  [
    `${productName}: recovery codes (each works once)`,
    ...codes,
    '',
    `${productName}: emergency token (turns off two-factor authentication)`,
    emergencyToken,
    '',
  ].join('\n')
