"""Push messages to judges' telephones: a call, a finding or a fault reaches them while the hall's page is closed (Web Push).

In: the tables' cards and alerts, and the telephones that judges added on the page. Out: encrypted messages to the push
services of their browsers. The hall's page and its command import it. It knows neither journals nor rules, and runs in
a process of its own: no other part of a hall, and no table, ever waits for the Internet.
"""
