/** A picker's list with its search field. Loaded after the screen, with its styles. */
import { Combobox, InlineStack, Listbox, Tag } from '@shopify/polaris'
import { useContext, useMemo, useState } from 'react'
import { LanguageContext } from '../../document-contexts.ts'
import type { PickerProps } from '../picker.tsx'
import { exactOption, findOptions, listOptions, type Pickable } from './picker-options.ts'
import './deferred.css'

const placeholders: Record<Pickable, string> = {
  country: 'Search countries',
  destination: 'Search countries',
  timeZone: 'Search cities and regions',
  currency: 'Search currencies',
}

export default function PickerList(props: Omit<PickerProps, 'name'>) {
  const { id, of, label, value, error = false, helpText, allowsMany = false, onChange } = props
  const language = useContext(LanguageContext)
  const options = useMemo(() => listOptions(of, language, Date.now()), [of, language])
  // Null while nobody is searching.
  const [typed, setTyped] = useState<string | null>(null)
  const chosen = allowsMany ? codesIn(value) : [value]
  // Stored codes that the browser doesn't know are shown as they are.
  const labelOf = (code: string) => options.find((one) => one.value === code)?.label ?? code
  const found = findOptions(options, typed ?? '')

  const choose = (code: string) => {
    setTyped(null)
    onChange(allowsMany ? toggle(chosen, code).join(', ') : code)
  }
  const leave = () => {
    setTyped(null)
    const exact = typed === null ? undefined : exactOption(options, typed)
    if (exact && !chosen.includes(exact.value)) choose(exact.value)
    else if (typed?.trim() === '' && !allowsMany) onChange('')
  }

  return (
    <Combobox
      allowMultiple={allowsMany}
      activator={
        <Combobox.TextField
          id={id}
          label={label}
          error={error}
          helpText={helpText}
          placeholder={placeholders[of]}
          autoComplete="off"
          spellCheck={false}
          selectTextOnFocus
          value={typed ?? (allowsMany ? '' : labelOf(value))}
          onChange={setTyped}
          onBlur={leave}
          verticalContent={
            allowsMany &&
            chosen.length > 0 && (
              <InlineStack gap="100">
                {chosen.map((code) => (
                  <Tag
                    key={code}
                    onRemove={() => {
                      choose(code)
                    }}
                  >
                    {labelOf(code)}
                  </Tag>
                ))}
              </InlineStack>
            )
          }
        />
      }
    >
      {found.length === 0 ? (
        <p className="picker__none" role="status">
          No matches
        </p>
      ) : (
        <Listbox onSelect={choose}>
          {found.map((option) => (
            <Listbox.Option
              key={option.value}
              value={option.value}
              selected={chosen.includes(option.value)}
            >
              <Listbox.TextOption selected={chosen.includes(option.value)}>
                {option.label}
              </Listbox.TextOption>
            </Listbox.Option>
          ))}
        </Listbox>
      )}
    </Combobox>
  )
}

const codesIn = (value: string) => value.split(/[\s,;]+/).filter((code) => code !== '')

const toggle = (codes: readonly string[], code: string) =>
  codes.includes(code) ? codes.filter((one) => one !== code) : [...codes, code]
