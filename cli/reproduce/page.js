// Draws the charts of the page from the JSON in it, in the colours of the style sheet.
"use strict";
(() => {
    const specs = JSON.parse(document.getElementById("charts").textContent);
    const colour = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

    // ------------------------------------------------------------------------------------------------ numbers

    const raised = { "-": "\u207b", 0: "\u2070", 1: "\u00b9", 2: "\u00b2", 3: "\u00b3", 4: "\u2074", 5: "\u2075",
        6: "\u2076", 7: "\u2077", 8: "\u2078", 9: "\u2079" };
    const power = n => "10" + [...String(n)].map(c => raised[c]).join("");

    function shortNumber(value) {
        const size = Math.abs(value);
        if (size === 0 || (size >= 1e-3 && size < 1e5)) return String(Number(value.toPrecision(4)));
        const [digits, exponent] = value.toExponential(2).split("e");
        return (Number(digits) === 1 ? "" : Number(digits) + "\u00b7") + power(Number(exponent));
    }

    const isDecade = value => Math.abs(Math.log10(value) - Math.round(Math.log10(value))) < 1e-9;

    // Powers of ten have labels, every so many that they do not crowd; on short axes, twice and five times them too.
    function logLabel(value, index, ticks) {
        const decades = Math.log10(ticks[ticks.length - 1].value / ticks[0].value);
        const leading = Number(value.toExponential(0)[0]);
        if (!isDecade(value)) return decades < 2.5 && (leading === 2 || leading === 5) ? shortNumber(value) : "";
        const step = Math.ceil(decades / 10);
        return Math.round(Math.log10(value)) % step === 0 ? shortNumber(value) : "";
    }

    // ------------------------------------------------------------------------------------------------- charts

    const isLog = (spec, axis) => axis === "y" ? spec.logY : spec.logX;
    const keep = log => v => v === null || (log && v <= 0) ? null : v;

    function scale(spec, axis) {
        const title = { display: spec[axis] !== "", text: spec[axis] };
        const options = { title, grid: { drawBorder: false }, ticks: {} };
        if (axis === "x" && spec.categories) {
            options.grid.display = false;
            return options;
        }
        if (!isLog(spec, axis)) {
            options.type = "linear";
            options.beginAtZero = axis === "y";
            return options;
        }
        const values = spec.series.flatMap(s => s[axis] || []).map(keep(true)).filter(v => v !== null);
        // Bars stand on the axis: the smallest one must still be seen.
        const low = Math.log10(Math.min(...values)) - (spec.kind === "bars" ? 0.15 : 0.02);
        const high = Math.log10(Math.max(...values)) + 0.02;
        const round = (x, to) => 10 ** (Math.floor(x)) * to(10 ** (x - Math.floor(x)));
        options.type = "logarithmic";
        options.min = high - low > 4 ? 10 ** Math.floor(low) : round(low, Math.floor);
        options.max = high - low > 4 ? 10 ** Math.ceil(high) : round(high, Math.ceil);
        options.ticks.callback = logLabel;
        options.ticks.autoSkip = false;
        return options;
    }

    // The marks of the captions of girault-2022, in their order. They are hollow but for the last; the fifth is not legible
    // in the text that we have, and is a full circle here.
    const marks = [{ style: "rect" }, { style: "rectRot" }, { style: "circle" }, { style: "triangle" },
        { style: "circle", full: true }, { style: "triangle", full: true }];

    function dataset(spec, s, index) {
        const y = s.y.map(keep(spec.logY));
        const points = () => s.x.map((x, i) => ({ x, y: y[i], error: s.error ? s.error[i] : null }))
            .filter(p => p.x !== null && p.y !== null);
        return {
            label: s.name,
            errors: spec.categories ? s.error : undefined,
            showLine: s.line || undefined,
            data: spec.categories ? y : points(),
            borderWidth: spec.kind === "bars" ? 1 : 2,
            borderDash: [],
            pointRadius: s.line ? 0 : spec.marks ? 4.5 : spec.kind === "points" ? 4 : 3.5,
            pointHoverRadius: 6,
            pointStyle: spec.marks ? marks[index % marks.length].style : ["circle", "rect", "triangle", "rectRot"][index % 4],
            spanGaps: true,
            maxBarThickness: 30,
            categoryPercentage: 0.76,
            barPercentage: 0.94,
        };
    }

    // A series "paper: x" or "x, paper" is the pale or dashed twin of "x"; without one, it is grey.
    const printed = /^paper:?\s*|,?\s*\(?paper\)?$/i;
    const twin = label => printed.test(label) ? label.replace(printed, "") : null;

    function paint(chart) {
        const sets = chart.data.datasets, own = {};
        for (const d of sets) if (twin(d.label) === null) own[d.label] = colour("--c" + Object.keys(own).length % 10);
        for (const d of sets) {
            const other = twin(d.label), c = other === null ? own[d.label] : own[other] || colour("--neutral");
            const pale = other !== null && own[other] !== undefined;
            d.borderColor = c;
            d.backgroundColor = pale ? c + "47" : c;
            d.borderDash = other !== null && chart.config.type === "line" ? [6, 4] : [];
            if (!chart.marked) continue;
            // What the paper states, such as eps_d, is a line without marks.
            if (other !== null) d.pointRadius = 0;
            d.pointBackgroundColor = marks[sets.indexOf(d) % marks.length].full ? c : colour("--paper");
            d.pointBorderColor = c;
            d.pointBorderWidth = 1.6;
            d.backgroundColor = d.pointBackgroundColor;
        }
        const ink = colour("--ink"), soft = colour("--soft"), line = colour("--line");
        for (const axis of Object.values(chart.options.scales)) {
            const minor = axis.max / axis.min > 1e4 ? "transparent" : line + "55";
            axis.grid.color = axis.type !== "logarithmic" ? line : at => isDecade(at.tick.value) ? line : minor;
            axis.ticks.color = soft;
            axis.title.color = soft;
        }
        chart.options.plugins.legend.labels.color = ink;
    }

    // Error bars, over the marks.
    const bars = {
        id: "bars",
        afterDatasetsDraw(chart) {
            const { ctx, chartArea: area, scales: { y } } = chart;
            ctx.save();
            ctx.strokeStyle = colour("--ink");
            ctx.lineWidth = 1.2;
            chart.data.datasets.forEach((d, k) => chart.getDatasetMeta(k).data.forEach((mark, i) => {
                const value = d.errors ? d.data[i] : d.data[i].y, error = d.errors ? d.errors[i] : d.data[i].error;
                if (!error || value === null || !chart.isDatasetVisible(k)) return;
                const place = v => Math.min(Math.max(y.getPixelForValue(v), area.top), area.bottom);
                const high = place(value + error), low = isFinite(y.getPixelForValue(value - error)) ? place(value - error) : area.bottom;
                ctx.beginPath();
                ctx.moveTo(mark.x, high);
                ctx.lineTo(mark.x, low);
                for (const end of [high, low]) {
                    ctx.moveTo(mark.x - 3.5, end);
                    ctx.lineTo(mark.x + 3.5, end);
                }
                ctx.stroke();
            }));
            ctx.restore();
        },
    };

    function draw(canvas) {
        const spec = specs[Number(canvas.dataset.chart)];
        const chart = new Chart(canvas, {
            type: { bars: "bar", lines: "line", points: "scatter" }[spec.kind],
            plugins: [bars],
            data: { labels: spec.categories || undefined, datasets: spec.series.map((s, i) => dataset(spec, s, i)) },
            options: {
                animation: false,
                responsive: true,
                maintainAspectRatio: false,
                interaction: { mode: spec.categories ? "index" : "nearest", intersect: false },
                scales: { x: scale(spec, "x"), y: scale(spec, "y") },
                plugins: {
                    legend: {
                        display: spec.series.length > 1,
                        position: "bottom",
                        labels: spec.kind === "bars" ? { boxWidth: 12, padding: 14 }
                            : { usePointStyle: true, boxHeight: 6, padding: 14 },
                    },
                    tooltip: {
                        callbacks: { label: item => " " + item.dataset.label + ": " + shortNumber(item.parsed.y) },
                    },
                },
            },
        });
        chart.marked = spec.marks;
        paint(chart);
        chart.update();
        return chart;
    }

    Chart.defaults.font.family = colour("--sans");
    Chart.defaults.font.size = window.innerWidth < 640 ? 11 : 12.5;
    const charts = [...document.querySelectorAll("canvas[data-chart]")].map(draw);
    const repaint = () => charts.forEach(c => { paint(c); c.resize(); c.update(); });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", repaint);
    matchMedia("print").addEventListener("change", repaint);
})();
