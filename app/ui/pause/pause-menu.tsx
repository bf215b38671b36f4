import { pauseLabels, pauseLengths } from '#app/domain/sites/pause/pause.ts'
import { useFormFetcher } from '../forms/form-fetcher.ts'
import { FormMessage } from '../forms/form-message.tsx'
import { Menu, MenuAct } from '../menu.tsx'

type PauseMenuProps = {
  /** Names the act for the screen's action, together with `length`. */
  hidden: Readonly<Record<string, string>>
  label?: string
}

/** Stops all nudges of the site for a chosen time, whatever their own state is. */
export function PauseMenu({ hidden, label = 'Pause all nudges' }: PauseMenuProps) {
  const { Form, ref, answer, isBusy } = useFormFetcher(undefined, hidden)
  return (
    <Form ref={ref} method="post">
      <FormMessage answer={answer} />
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Menu label={label}>
        {pauseLengths.map((length) => (
          <MenuAct key={length} type="submit" name="length" value={length} disabled={isBusy}>
            {pauseLabels[length]}
          </MenuAct>
        ))}
      </Menu>
    </Form>
  )
}
