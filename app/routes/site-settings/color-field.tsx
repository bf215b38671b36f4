/** The site's color: typed, picked, or chosen from the color library. */
import { useState } from 'react'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { Details } from '#app/ui/details.tsx'
import { fieldId, useFieldError } from '#app/ui/forms/fields.tsx'
import { useNotifyForm } from '#app/ui/forms/notify-form.ts'
import { TextField } from '#app/ui/kit/text-field.tsx'

type ColorFieldProps = {
  colour: string
  library: readonly string[]
  answer: FormResponse | undefined
  onChange?: (colour: string) => void
}

export function ColorField(props: ColorFieldProps) {
  const { colour: stored, library: storedLibrary, answer, onChange } = props
  const [color, setColor] = useState(answer?.values['color'] ?? stored)
  const [library, setLibrary] = useState(storedLibrary)
  const [error, dismiss] = useFieldError(answer?.errors, 'color')
  const part = useNotifyForm<HTMLDivElement>(`${color} ${library.join()}`)
  const take = (next: string) => {
    setColor(next)
    onChange?.(next)
    dismiss()
  }

  return (
    <div ref={part} className="stack gap-12">
      <TextField
        id={fieldId('color')}
        name="color"
        label="Brand color"
        autoComplete="off"
        spellCheck={false}
        value={color}
        error={error}
        helpText="For icons, headings, stars and buttons, for example #0b6e4f."
        onChange={take}
        connectedLeft={
          <input
            type="color"
            className="color-picker"
            aria-label="Pick a color"
            value={isColor(color) ? color.trim().toLowerCase() : '#000000'}
            onChange={(event) => {
              take(event.target.value)
            }}
          />
        }
      />
      <div role="group" aria-label="Color palette" className="row gap-8">
        {library.map((one, index) => (
          <button
            key={index}
            type="button"
            className="swatch"
            aria-label={`Use ${one}`}
            aria-pressed={one === color}
            onClick={() => {
              take(one)
            }}
          >
            <svg viewBox="0 0 10 10" aria-hidden>
              <rect width="10" height="10" fill={one} />
            </svg>
          </button>
        ))}
      </div>
      <Details summary="Edit palette">
        <div className="row gap-8">
          {library.map((one, index) => (
            <input
              key={index}
              type="color"
              name={`colorLibrary.${String(index)}`}
              aria-label={`Palette color ${String(index + 1)}`}
              className="color-picker"
              value={one}
              onChange={({ target: { value } }) => {
                setLibrary(library.map((kept, place) => (place === index ? value : kept)))
              }}
            />
          ))}
        </div>
      </Details>
    </div>
  )
}

const isColor = (text: string) => /^#[0-9a-f]{6}$/i.test(text.trim())
