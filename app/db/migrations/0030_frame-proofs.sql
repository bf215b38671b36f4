ALTER TABLE "frame_sessions" ADD COLUMN "vouched_at" timestamp (3) with time zone;--> statement-breakpoint
-- By hand: people of sites in Wix were found by their address, and are found by a row from now on. An account
-- without a membership that is older than the site's row was of an organization that was deleted, so its person
-- is new to this one; a younger one was removed from it, and stays out.
INSERT INTO tenant_staff (tenant_id, staff_id, team_id, user_id, created_at)
SELECT tenants.id, split_part(users.email, '@', 1), tenants.team_id, users.id, users.created_at
FROM tenants
JOIN users ON split_part(users.email, '@', 2) = tenants.tenant_id || '.wix.invalid'
WHERE tenants.platform = 'wix' AND tenants.team_id IS NOT NULL AND (
  users.created_at >= tenants.created_at
  OR EXISTS (
    SELECT FROM team_members
    WHERE team_members.team_id = tenants.team_id AND team_members.user_id = users.id
  )
)
ON CONFLICT DO NOTHING;
