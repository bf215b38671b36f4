/** All integrations: those that are connected first, then what fits the site, then the others. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { requireSite } from '#app/auth/guards.server.ts'
import { mayDo } from '#app/domain/teams/roles.ts'
import { siteTitle } from '#app/ui/format/document-title.ts'
import {
  readIntegrationList,
  type ConnectedCard,
  type MissingCard,
  type OfferedCard,
} from '#app/presenters/integrations/integration-list.server.ts'
import { categoryLabels, listedCategories } from '#app/presenters/integrations/listed.ts'
import { isNamedOn } from '#app/platforms/other-systems.ts'
import { Empty } from '#app/ui/empty.tsx'
import { SelectInput, TextInput } from '#app/ui/forms/fields.tsx'
import { FilterForm } from '#app/ui/forms/filter-form.tsx'
import { PlanBadge } from '#app/ui/plan-gate.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Screen } from '#app/ui/screen.tsx'
import { HealthBadge, HealthNote } from './health-line.tsx'
import { ServiceMark } from './service-mark.tsx'
import { RecipeCards } from './smart-webhooks/recipe-cards.tsx'
import { links } from './styles.ts'

export { headers } from '#app/platforms/headers.ts'
export { outlastOutage as clientLoader } from '#app/ui/polling.ts'
export { links }
export const meta = siteTitle('Integrations')

const searchInput = z.object({
  text: z.string().trim().min(1).max(100).catch('').default(''),
  category: z
    .enum(listedCategories as [string, ...string[]])
    .nullable()
    .catch(null)
    .default(null),
})

export async function loader(args: LoaderFunctionArgs) {
  const { scope, team } = await requireSite(args)
  const { platform } = args.context
  const { searchParams } = new URL(args.request.url)
  const { text, category: chosen } = searchInput.parse(Object.fromEntries(searchParams))
  const category = listedCategories.find((one) => one === chosen) ?? null
  return {
    ...(await readIntegrationList(args.context.services, scope, {
      text,
      category,
      isNamed: (one) => isNamedOn(platform.name, one),
    })),
    text,
    category: category ?? '',
    mayConnect: mayDo(team.role, 'site:edit'),
  }
}

export default function Integrations() {
  const { connected, fitting, offered, missing, recipes, now, text, category, mayConnect } =
    useLoaderData<typeof loader>()
  const isFiltered = text !== '' || category !== ''
  const hasOthers = connected.length > 0 || fitting !== null
  const groups = isFiltered
    ? [
        {
          id: 'offered',
          title: hasOthers ? 'More integrations' : 'Matching integrations',
          cards: offered,
        },
      ]
    : listedCategories.map((one) => ({
        id: one,
        title: categoryLabels[one],
        cards: offered.filter((card) => card.category === one),
      }))
  const isEmpty = [connected, offered, missing, recipes].every((cards) => cards.length === 0)
  return (
    <Screen
      title="Integrations"
      lead="Connect your shop and other services, and their orders, sign-ups, reviews and stock become nudges."
    >
      <div className="parts">
        <FilterForm path="/integrations" values={{ text, category }}>
          <TextInput
            name="text"
            label="Search"
            autoComplete="off"
            placeholder="Shop, reviews, forms …"
            answer={undefined}
            initial={text}
          />
          <SelectInput
            name="category"
            label="Category"
            answer={undefined}
            initial={category}
            options={[
              { value: '', label: 'All categories' },
              ...listedCategories.map((one) => ({ value: one, label: categoryLabels[one] })),
            ]}
          />
        </FilterForm>
        {!mayConnect && (
          <p className="part-lead">
            Your role can view integrations. Ask an editor in your organization to connect one.
          </p>
        )}
        {connected.length > 0 && (
          <section aria-labelledby="connected">
            <h2 id="connected" className="part-title">
              Connected
            </h2>
            <ul className="service-cards plain-list mt-8">
              {connected.map((card) => (
                <Connected key={card.uuid} card={card} now={now} />
              ))}
            </ul>
          </section>
        )}
        {fitting && (
          <section aria-labelledby="fitting">
            <h2 id="fitting" className="part-title">
              Made for your shop
            </h2>
            <p className="part-lead">Your home page is made with {fitting.platform}.</p>
            <ul className="service-cards plain-list mt-8">
              <Offered card={fitting.card} />
            </ul>
          </section>
        )}
        {groups.map(
          ({ id, title, cards }) =>
            cards.length > 0 && (
              <section key={id} aria-labelledby={id}>
                <h2 id={id} className="part-title">
                  {title}
                </h2>
                <ul className="service-cards plain-list mt-8">
                  {cards.map((card) => (
                    <Offered key={card.name} card={card} />
                  ))}
                </ul>
              </section>
            ),
        )}
        {recipes.length > 0 && (
          <section aria-labelledby="recipes">
            <h2 id="recipes" className="part-title">
              By smart webhook
            </h2>
            <p className="part-lead">These send their data to an address that you create here.</p>
            <RecipeCards recipes={recipes} />
          </section>
        )}
        {missing.length > 0 && (
          <section aria-labelledby="missing">
            <h2 id="missing" className="part-title">
              Not set up here
            </h2>
            <p className="part-lead">
              These need an account or an app that this installation of Footfall doesn’t have yet.
              Ask its operator. Reviews from them can be{' '}
              <Link className="text-link" to="/data-feeds/imports?kind=review">
                imported from a file
              </Link>{' '}
              until then.
            </p>
            <ul className="service-cards plain-list mt-8">
              {missing.map((card) => (
                <Offered key={card.name} card={card} need={needs[card.lack ?? 'app']} />
              ))}
            </ul>
          </section>
        )}
        {isEmpty && fitting === null && (
          <Panel>
            <Empty kind="search" title={text ? `Nothing found for “${text}”` : 'Nothing found'}>
              A service that isn’t listed can still send its data: to a{' '}
              <Link className="text-link" to="/integrations/smart-webhook">
                smart webhook
              </Link>
              , if it can call a web address, or by{' '}
              <Link className="text-link" to="/integrations/zapier">
                Zapier
              </Link>
              . Or{' '}
              <Link className="text-link" to="/data-feeds/imports">
                import a file
              </Link>{' '}
              that it exports.
            </Empty>
          </Panel>
        )}
        {!isFiltered && (
          <p className="part-lead">
            Another service?{' '}
            <Link className="text-link" to="/integrations/smart-webhook">
              Create a smart webhook
            </Link>{' '}
            for anything that can call a web address. Have a file instead?{' '}
            <Link className="text-link" to="/data-feeds/imports">
              Import orders, sign-ups or reviews
            </Link>
            .
          </p>
        )}
      </div>
    </Screen>
  )
}

const Connected = ({ card, now }: { card: ConnectedCard; now: Date }) => (
  <li className="service-card">
    <ServiceMark name={card.name} />
    <div className="min-w-0">
      <h3 className="service-card__name">
        <Link to={`/integrations/connections/${card.uuid}`} className="service-card__link">
          {card.service}
        </Link>
      </h3>
      <p className="muted prose break-anywhere">{card.account}</p>
      <p className="mt-8">
        <HealthBadge health={card.health} />{' '}
        <HealthNote health={card.health} lastRecordAt={card.lastRecordAt} now={now} />
      </p>
      {card.isFirst && (
        <p className="service-card__further mt-8">
          <Link
            to={`/integrations/${card.name}`}
            className="text-link"
            aria-label={`Connect another ${card.service} account`}
          >
            Connect another account
          </Link>
        </p>
      )}
    </div>
  </li>
)

/** Requirements that only the operator of the installation can fulfill. */
const needs: Record<NonNullable<MissingCard['lack']>, string> = {
  app: 'Needs an app that is registered at the service.',
  aggregator: 'Needs an account at Datashake, which reads its reviews.',
}

const Offered = ({ card, need }: { card: OfferedCard; need?: string }) => (
  <li className="service-card">
    <ServiceMark name={card.name} />
    <div className="min-w-0">
      <h3 className="service-card__name">
        <Link to={`/integrations/${card.name}`} className="service-card__link">
          {card.service}
        </Link>
      </h3>
      <p className="muted prose break-anywhere">{card.summary}</p>
      {card.neededPlan !== null && (
        <p>
          <PlanBadge plan={card.neededPlan} />
        </p>
      )}
      {card.isInUse && <p className="saved-mark mt-8">In use</p>}
      {need && <p className="muted mt-8">{need}</p>}
    </div>
  </li>
)
