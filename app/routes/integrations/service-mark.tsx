import {
  CodeIcon,
  CreditCardIcon,
  AutomationIcon,
  EmailIcon,
  ProductListIcon,
  FormsIcon,
  MegaphoneIcon,
  StarIcon,
  StoreIcon,
} from '@shopify/polaris-icons'
import type { ConnectableName } from '#app/contract/integrations.ts'
import type { ListedCategory } from '#app/presenters/integrations/listed.ts'

type ServiceMarkProps = { name: ConnectableName; category: ListedCategory; isLarge?: boolean }

/** A tile that shows what kind of service it is: the services' own logos are theirs. */
export function ServiceMark({ name, category, isLarge = false }: ServiceMarkProps) {
  const Icon = iconsOfServices[name] ?? icons[category]
  return (
    <span
      className={`service-mark service-mark--${category}${isLarge ? ' service-mark--large' : ''}`}
      aria-hidden
    >
      <Icon focusable="false" />
    </span>
  )
}

const icons: Record<ListedCategory, typeof StoreIcon> = {
  shop: StoreIcon,
  payments: CreditCardIcon,
  marketing: MegaphoneIcon,
  reviews: StarIcon,
  developer: CodeIcon,
}

/** Icons of services that differ from others of their category. */
const iconsOfServices: Partial<Record<ConnectableName, typeof StoreIcon>> = {
  form_submissions: FormsIcon,
  google_shopping: ProductListIcon,
  mailchimp: EmailIcon,
  active_campaign: EmailIcon,
  zapier: AutomationIcon,
}
