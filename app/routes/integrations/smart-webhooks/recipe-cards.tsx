import { Link } from '@remix-run/react'

type RecipeCardsProps = { recipes: readonly { id: string; label: string; summary: string }[] }

/** Services that a smart webhook connects, each with a link to its recipe. */
export const RecipeCards = ({ recipes }: RecipeCardsProps) => (
  <ul className="service-cards plain-list mt-8">
    {recipes.map(({ id, label, summary }) => (
      <li key={id} className="service-card">
        <div className="min-w-0">
          <h3 className="service-card__name">
            <Link className="service-card__link" to={`/integrations/smart-integration/${id}`}>
              {label}
            </Link>
          </h3>
          <p className="muted prose break-anywhere">{summary}</p>
        </div>
      </li>
    ))}
  </ul>
)
