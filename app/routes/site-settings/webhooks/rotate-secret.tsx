/** Replaces the secret of a webhook and shows the new one once. */
import { formatDateTime } from '#app/ui/format/format-time.ts'
import { Details } from '#app/ui/details.tsx'
import { Fold } from '#app/ui/folds/fold.tsx'
import { useFormFetcher } from '#app/ui/forms/form-fetcher.ts'
import { FormMessage } from '#app/ui/forms/form-message.tsx'
import { Button } from '#app/ui/kit/button.tsx'
import { NewSecret } from './new-secret.tsx'

export type RotatedSecret = { secret: string }

export function RotateSecret({ previousUntil, now }: { previousUntil: Date | null; now: Date }) {
  const fetcher = useFormFetcher<RotatedSecret>(undefined, { intent: 'rotate' })
  const { Form, ref, answer, done: made, isBusy } = fetcher
  const isChanging = previousUntil !== null && previousUntil > now
  return (
    <Details isRow isOpen={made !== undefined} summary={<Fold title="Secret" />}>
      <p className="part-lead">
        {isChanging
          ? `We sign with the new and the former secret until ${formatDateTime(previousUntil)}.`
          : 'Replace it if someone else may have seen it. For 24 hours we sign with both, so you have time to change it in your program.'}
      </p>
      <div role="status">
        {made && (
          <div className="form">
            <NewSecret secret={made.secret} />
          </div>
        )}
      </div>
      <Form ref={ref} method="post">
        <FormMessage answer={answer} />
        <input type="hidden" name="intent" value="rotate" />
        <Button submit loading={isBusy}>
          Replace secret
        </Button>
      </Form>
    </Details>
  )
}
