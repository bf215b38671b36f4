/** The site's category, each with its icon. */
import {
  AirplaneIcon,
  BookIcon,
  CodeIcon,
  DesktopIcon,
  DiscountIcon,
  FoodIcon,
  GamesIcon,
  GlobeIcon,
  HeartIcon,
  HomeIcon,
  LightbulbIcon,
  PaintBrushFlatIcon,
  SportsIcon,
  StoreIcon,
  WrenchIcon,
} from '@shopify/polaris-icons'
import { useState } from 'react'
import { siteCategories, type CategoryIcon } from '#app/domain/sites/categories.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { fieldId, useFieldError } from '#app/ui/forms/fields.tsx'
import { InlineError } from '#app/ui/kit/text-field.tsx'

const icons: Record<CategoryIcon, typeof HomeIcon> = {
  AirplaneIcon,
  BookIcon,
  CodeIcon,
  DesktopIcon,
  DiscountIcon,
  FoodIcon,
  GamesIcon,
  GlobeIcon,
  HeartIcon,
  HomeIcon,
  LightbulbIcon,
  PaintBrushFlatIcon,
  SportsIcon,
  StoreIcon,
  WrenchIcon,
}

type CategoryChoiceProps = { initial: string | null; answer: FormResponse | undefined }

export function CategoryChoice({ initial, answer }: CategoryChoiceProps) {
  const [chosen, setChosen] = useState(answer?.values['category'] ?? initial ?? '')
  const [error, dismiss] = useFieldError(answer?.errors, 'category')

  return (
    <fieldset className="categories plain-group">
      <legend className="visually-hidden">Site category</legend>
      {siteCategories.map(({ identity, name, description, icon }) => {
        const Icon = icons[icon]
        return (
          <label key={identity} className="choice-card">
            <input
              type="radio"
              name="category"
              value={identity}
              checked={chosen === identity}
              onChange={() => {
                setChosen(identity)
                dismiss()
              }}
            />
            <Icon aria-hidden className="category__icon" />
            <span className="stack min-w-0">
              <span className="category__name medium">{name}</span>
              <span className="category__detail muted small">{description}</span>
            </span>
          </label>
        )
      })}
      {error !== false && <InlineError message={error} fieldID={fieldId('category')} />}
    </fieldset>
  )
}
