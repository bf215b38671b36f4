/** One call of the REST API in the languages that shops are made with. */

export const exampleLanguages = ['curl', 'node', 'php', 'python', 'ruby', 'csharp'] as const
export type ExampleLanguage = (typeof exampleLanguages)[number]

export const languageNames: Record<ExampleLanguage, string> = {
  curl: 'curl',
  node: 'JavaScript',
  php: 'PHP',
  python: 'Python',
  ruby: 'Ruby',
  csharp: 'C#',
}

type Example = { endpoint: string; token: string }

/** Values in capitals are to be replaced. */
export const apiExample = (language: ExampleLanguage, example: Example): string =>
  writers[language](example)

const writers: Record<ExampleLanguage, (example: Example) => string> = {
  curl: ({ endpoint, token }) => `curl ${endpoint} \\
  -H 'Authorization: Bearer ${token}' \\
  -H 'Content-Type: application/json' \\
  -d '{
    "kind": "purchase",
    "id": "ORDER NUMBER",
    "occurred_at": "TIME LIKE 2026-01-31T09:30:00Z",
    "person": { "first_name": "FIRST NAME", "country": "TWO LETTERS" },
    "items": [{ "title": "PRODUCT", "url": "PRODUCT PAGE" }]
  }'`,
  node: ({ endpoint, token }) => `const response = await fetch('${endpoint}', {
  method: 'POST',
  headers: {
    Authorization: 'Bearer ${token}',
    'Content-Type': 'application/json',
  },
  body: JSON.stringify({
    kind: 'purchase',
    id: order.number,
    occurred_at: order.paidAt.toISOString(),
    person: { first_name: order.firstName, country: order.country },
    items: order.items.map(({ title, url }) => ({ title, url })),
  }),
})
if (!response.ok) console.error(await response.text())`,
  php: ({ endpoint, token }) => `$body = json_encode([
    'kind' => 'purchase',
    'id' => $order->number,
    'occurred_at' => $order->paidAt->format(DATE_ATOM),
    'person' => ['first_name' => $order->firstName, 'country' => $order->country],
    'items' => [['title' => $order->product, 'url' => $order->productUrl]],
]);
$call = curl_init('${endpoint}');
curl_setopt_array($call, [
    CURLOPT_POSTFIELDS => $body,
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_HTTPHEADER => [
        'Authorization: Bearer ${token}',
        'Content-Type: application/json',
    ],
]);
$answer = curl_exec($call);`,
  python: ({ endpoint, token }) => `import json
from urllib.request import Request, urlopen

body = {
    "kind": "purchase",
    "id": order.number,
    "occurred_at": order.paid_at.isoformat(),
    "person": {"first_name": order.first_name, "country": order.country},
    "items": [{"title": order.product, "url": order.product_url}],
}
request = Request(
    "${endpoint}",
    data=json.dumps(body).encode(),
    headers={
        "Authorization": "Bearer ${token}",
        "Content-Type": "application/json",
    },
)
urlopen(request)`,
  ruby: ({ endpoint, token }) => `require "json"
require "net/http"

body = {
  kind: "purchase",
  id: order.number,
  occurred_at: order.paid_at.iso8601,
  person: { first_name: order.first_name, country: order.country },
  items: [{ title: order.product, url: order.product_url }]
}
Net::HTTP.post(
  URI("${endpoint}"),
  body.to_json,
  "Authorization" => "Bearer ${token}",
  "Content-Type" => "application/json"
)`,
  csharp: ({ endpoint, token }) => `using System.Net.Http.Headers;
using System.Net.Http.Json;

var client = new HttpClient();
client.DefaultRequestHeaders.Authorization =
    new AuthenticationHeaderValue("Bearer", "${token}");
var answer = await client.PostAsJsonAsync("${endpoint}", new
{
    kind = "purchase",
    id = order.Number,
    occurred_at = order.PaidAt.ToString("o"),
    person = new { first_name = order.FirstName, country = order.Country },
    items = new[] { new { title = order.Product, url = order.ProductUrl } },
});
answer.EnsureSuccessStatusCode();`,
}
