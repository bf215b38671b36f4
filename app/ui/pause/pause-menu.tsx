import { pauseLabels, pauseLengths } from '#app/domain/sites/pause/pause.ts'
import { Menu, MenuAct } from '../menu.tsx'
import { PauseForm } from './pause-form.tsx'

type PauseMenuProps = {
  /** Names the act for the screen's action, together with `length`. */
  hidden: Readonly<Record<string, string>>
  label?: string
}

/** Stops all nudges of the site for a chosen time, whatever their own state is. */
export function PauseMenu({ hidden, label = 'Pause all nudges' }: PauseMenuProps) {
  return (
    <PauseForm hidden={hidden}>
      {(isBusy) => (
        <Menu label={label}>
          {pauseLengths.map((length) => (
            <MenuAct key={length} type="submit" name="length" value={length} disabled={isBusy}>
              {pauseLabels[length]}
            </MenuAct>
          ))}
        </Menu>
      )}
    </PauseForm>
  )
}
