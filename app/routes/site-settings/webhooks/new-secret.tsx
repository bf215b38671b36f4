import { CopyCode } from '#app/ui/copy-code.tsx'
import { NewTabLink } from '#app/ui/links/new-tab-link.tsx'

/** A secret that was just made. */
export const NewSecret = ({ secret }: { secret: string }) => (
  <>
    <p>
      <strong>Copy the secret now. You won’t see it again.</strong> With it, your program checks
      that an event really comes from us. There’s ready-made code for most languages at{' '}
      <NewTabLink to="https://www.standardwebhooks.com">standardwebhooks.com</NewTabLink>.
    </p>
    <CopyCode code={secret} name="secret" />
  </>
)
