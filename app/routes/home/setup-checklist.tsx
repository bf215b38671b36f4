import { Link } from '@remix-run/react'
import { CheckCircleIcon } from '@shopify/polaris-icons'
import { productName } from '#app/lib/product.ts'
import { Button } from '#app/ui/kit/button.tsx'
import { HomePanel } from './home-panel.tsx'

type SetupChecklistProps = {
  isInstalled: boolean
  hasActivity: boolean
  isPublished: boolean
  hasGoal: boolean
  /** `embed`: by a switch in a shop's theme. `app`: our app in the shop system puts it on the pages. */
  pixelBy: 'code' | 'embed' | 'app'
  /** Why its orders don't arrive. Null: they do. */
  refusal: string | null
}

const install = {
  code: {
    title: 'Install the pixel',
    detail: 'Add one line of code to your site.',
    action: 'Show code',
  },
  embed: {
    title: `Turn on ${productName} in your theme`,
    detail: 'One switch in the theme editor. No code needed.',
    action: 'Turn on',
  },
  app: {
    title: 'Get your first visit',
    detail: 'The app adds the pixel to your pages. Open your site once to check.',
    action: 'Check',
  },
}

const firstPurchase = {
  title: 'Send your first purchase',
  detail: 'Import a file, or send orders from your thank-you page or your server.',
  to: '/onboarding?step=nudge',
  action: 'See how',
}

const firstOrder = {
  title: 'Get your first order',
  detail: 'Paid orders of your shop arrive automatically.',
  to: '/data-feeds',
  action: 'View orders',
}

/**
 * Steps until a nudge is shown and its effect measured, including skipped ones. Disappears when all
 * are done.
 */
export function SetupChecklist(props: SetupChecklistProps) {
  const { isInstalled, hasActivity, isPublished, hasGoal, pixelBy, refusal } = props
  const shopOrder = { ...firstOrder, detail: refusal ?? firstOrder.detail }
  const tasks = [
    {
      isDone: isInstalled,
      to: '/onboarding?step=install',
      ...install[pixelBy],
    },
    {
      isDone: hasActivity,
      ...(pixelBy === 'code' ? firstPurchase : shopOrder),
    },
    {
      isDone: isPublished,
      title: 'Publish a nudge',
      detail: 'Preview it on your site before anyone else sees it.',
      to: '/onboarding?step=nudge',
      action: 'Publish a nudge',
    },
    {
      isDone: hasGoal,
      title: 'Set a goal',
      detail: 'Choose what you want visitors to do, for example place an order.',
      to: '/goals',
      action: 'Set a goal',
    },
  ]
  const open = tasks.filter(({ isDone }) => !isDone)
  const [next] = open
  if (!next) return null

  return (
    <HomePanel
      id="setup-heading"
      title="Finish setting up"
      beside={
        <>
          <p className="muted small">
            {tasks.length - open.length} of {tasks.length} done
          </p>
          <Button variant="primary" url={next.to}>
            Continue setup
          </Button>
        </>
      }
    >
      <ol className="plain-list home-rows">
        {tasks.map(({ isDone, title, detail, to, action }) => (
          <li key={title} className="home-step">
            {isDone ? (
              <CheckCircleIcon className="home-step__done" aria-hidden />
            ) : (
              <span className="home-step__open" aria-hidden />
            )}
            <div>
              <p className={isDone ? 'muted medium' : 'strong'}>
                {title}
                {isDone && <span className="visually-hidden">: done</span>}
              </p>
              {!isDone && <p className="muted">{detail}</p>}
            </div>
            {!isDone && (
              <Link className="text-link" to={to}>
                {action}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </HomePanel>
  )
}
