import type { ReactNode } from 'react'
import { useFormFetcher } from '../forms/form-fetcher.ts'
import { Banner } from '../kit/banner.tsx'

type PauseFormProps = {
  /** Names the act for the screen's action. */
  hidden: Readonly<Record<string, string>>
  children: (isBusy: boolean) => ReactNode
}

/**
 * A form of buttons alone. The kit's form for one action would load fields and save bars on home, which
 * has none.
 */
export function PauseForm({ hidden, children }: PauseFormProps) {
  const { Form, ref, answer, isBusy } = useFormFetcher(undefined, hidden)
  const message = answer?.message ?? answer?.errors['']?.join(' ')
  return (
    <Form ref={ref} method="post">
      <div role="alert">{message && <Banner tone="critical">{message}</Banner>}</div>
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children(isBusy)}
    </Form>
  )
}
