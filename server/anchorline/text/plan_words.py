"""Words that plans are made of, in the languages that people plan in. Lower case (casefolded), singular and plural.

A family of IDs is learnt from the document, whatever its word; these lists only say what role a known word plays,
and which numbered words name something outside the document.
"""

from __future__ import annotations

WORK = frozenset(
    """
    unit units step steps phase phases task tasks stage stages milestone milestones workstream workstreams sprint
    sprints iteration iterations batch batches wave waves slice slices package packages chunk chunks increment ticket
    einheit einheiten schritt schritte etappe etappen aufgabe aufgaben phasen stufe stufen meilenstein meilensteine
    arbeitspaket arbeitspakete umsetzungseinheit umsetzungseinheiten
    étape étapes etape etapes tâche tâches tache taches unité unités lot lots jalon jalons
    paso pasos fase fases tarea tareas etapa etapas unidad unidades hito hitos
    passo passos tarefa tarefas unidade unidades marco marcos
    passaggio passaggi fasi compito compiti attività tappa tappe unità
    stap stappen taak taken eenheid eenheden mijlpaal mijlpalen
    krok kroki etap etapy zadanie zadania faza fazy jednostka jednostki krok kroky úkol úkoly fáze
    steg fas faser uppgift uppgifter enhet enheter trin opgave opgaver fase faser oppgave oppgaver vaihe vaiheet
    adım adımlar aşama aşamalar görev görevler birim birimler
    шаг шаги этап этапы задача задачи фаза фазы единица единицы крок кроки етап завдання
    阶段 階段 步骤 步驟 步 任务 任務 单元 單元 里程碑
    ステップ フェーズ タスク 段階 工程 手順 ユニット
    단계 작업 과제 유닛 페이즈
    المرحلة مرحلة الخطوة خطوة المهمة مهمة चरण कार्य bước giai đoạn langkah tahap tugas
    u t ph wp ms
    """.split()
)  # fmt: skip

REQUIREMENTS = frozenset(
    """
    requirement requirements req reqs anforderung anforderungen exigence exigences requisito requisitos requisiti eis
    eisen wymaganie wymagania požadavek požadavky krav kravet vaatimus vaatimukset gereksinim gereksinimler требование
    требования вимога вимоги 需求 要求 要件 요구사항 요구 requerimiento requerimientos
    r fr nfr br ur sr pr-req
    """.split()
)  # fmt: skip

DECISIONS = frozenset(
    """
    decision decisions entscheidung entscheidungen décision décisions decisión decisiones decisão decisões decisione
    decisioni beslissing beslissingen decyzja decyzje решение решения 决策 决定 決定 결정 ktd kd d dec adr
    """.split()
)  # fmt: skip

EXTERNAL = frozenset(
    """
    rfc iso ieee din ansi nist cve cwe bcp std pep jep kep tc39 http https tls ssl utf ucs sha md aes rsa ipv ip es ecma
    python node java php ruby perl go rust swift php django rails angular vue react windows win ubuntu debian macos ios
    android chrome firefox safari edge postgres postgresql mysql redis log4j log kubernetes docker terraform
    section sections sec chapter chapters chap figure figures fig table tables tab page pages line lines appendix
    equation listing footnote note paragraph article clause verse volume vol verse ch part book lecture lesson
    abschnitt kapitel abbildung abb tabelle seite zeile anhang absatz artikel section figure tableau chapitre annexe
    sección capítulo figura tabla página seção tabela sezione capitolo figura tabella pagina hoofdstuk tabel
    раздел глава рисунок таблица страница 第 章 节 図 图 表 页
    issue issues pr prs pull bug mr commit ticket tickets gh jira build job run revision rev patch cl
    version versions ver v release releases level levels tier tiers type types class grade layer layers lvl
    option options alternative alternatives variant variants approach example examples case cases scenario scenarios
    port error code exit status bit bits byte bytes gpu cpu core cores channel slot node nodes host server agent agents
    player team group room user users item items point points row rows column columns col cell file files test tests
    day days week weeks month months year years quarter hour hours minute minutes second seconds round rounds sprint
    tag tage woche wochen monat monate jahr jahre jour semaine mois día semana mes dia
    jan feb mar apr may jun jul aug sep sept oct nov dec january february march april june july august september
    october november december januar februar märz mai juni juli oktober dezember
    monday tuesday wednesday thursday friday saturday sunday
    covid web top area zone region sample figure question questions q answer a p h x s3 ec cp
    """.split()
)  # fmt: skip
"""Words whose numbers usually count something that no heading of the document defines."""

KNOWN_TOKENS = frozenset(
    """
    S3 R2 B2 D3 D1 E2 F1 G1 H1 H2 H3 H4 H5 H6 L1 L2 L3 L4 L5 L6 L7 M1 M2 M3 M4 M5 M365 O365 P0 P1 P2 P3 P4 P5 Q1 Q2 Q3
    Q4 T1 T2 T3 T4 V2 V3 V8 C4 K8 A3 A4 A5 A100 H100 X11 X86 X64 Y2 I2 I18 T5 ES3 ES5 ES6 EC2 MD5 SHA1 SHA2 WEB3 B2B
    R53 RC1 RC2 RC3 GPT3 GPT4 GPT5 EN0 CP1 MP3 MP4 PS4 PS5 VT100 UTF8 UTF-8 UTF-16 UTF-32
    """.split()
)  # fmt: skip
"""Tokens of the form letter + number that are names of something else wherever they stand."""

MEASURES = frozenset(
    """
    day days week weeks month months year years hour hours minute minutes second seconds milliseconds ms sprints
    quarters tag tage tagen woche wochen monat monate monaten jahr jahre jahren stunde stunden minuten sekunden
    times retries attempts percent points bytes kilobytes megabytes gigabytes kb mb gb bits lines characters chars
    pixels px dollars euro euros cents degrees meters metres miles users people engineers developers requests errors
    warnings failures tests versions copies instances replicas cores threads workers nodes servers files commits
    releases mal prozent zeilen zeichen nutzer personen dateien fehler
    """.split()
)  # fmt: skip
"""Nouns that a number before them measures, or counts outside the document, more often than it announces a list."""

DEPENDENCY_FIELD = (
    r"dependenc(?:y|ies)|depends[ ]on|depend[ ]on|dependent[ ]on|blocked[ ]by|requires[ ]units?"
    r"|abhängigkeit(?:en)?|hängt[ ]ab[ ]von|abhängig[ ]von|blockiert[ ](?:von|durch)"
    r"|dépendances?|dépend[ ]de|bloqué[ ]par|dependencias?|depende[ ]de|bloquead[oa][ ]por|dependências?"
    r"|dipendenz[ae]|dipende[ ]da|afhankelijk(?:heden|[ ]van)|zależności|зависимости|зависит[ ]от|依赖|依賴"
    r"|依存関係|의존성"
)
"""A pattern for the names of the field, or table column, that says what a unit waits for; use it ignoring case."""
