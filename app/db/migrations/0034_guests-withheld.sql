-- By hand: customers whom Stripe or Shopify created for buyers were stored as sign-ups. Since buyers are withheld as
-- they are reported, these alone were left: who bought, or signed up at another service of the site, within an hour.
WITH guest AS MATERIALIZED (
  SELECT id FROM activities AS customer
  WHERE customer.kind = 'signup' AND customer.is_showable AND customer.email_hash IS NOT NULL
    AND split_part(customer.account, ':', 1) IN ('stripe', 'shopify')
    AND EXISTS (
      SELECT FROM activities AS proof
      WHERE proof.site_id = customer.site_id AND proof.email_hash = customer.email_hash
        AND proof.occurred_at BETWEEN customer.occurred_at - interval '1 hour'
          AND customer.occurred_at + interval '1 hour'
        AND (
          proof.kind = 'purchase'
          OR (proof.kind = 'signup' AND split_part(proof.account, ':', 1) NOT IN ('stripe', 'shopify'))
        )
    )
  ORDER BY id FOR NO KEY UPDATE OF customer
)
UPDATE activities SET is_showable = false WHERE id IN (SELECT id FROM guest);
